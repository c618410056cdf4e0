import { expect, test } from 'vitest';
import { admittingImages, secureHeaders } from './secureHeaders.ts';

test('nothing is loaded, framed or sent anywhere but here, and where neighbours are admitted', () => {
  const headers = secureHeaders(['http://127.0.0.1:*']);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
  const policy = headers['content-security-policy']?.split(';');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "connect-src 'self' http://127.0.0.1:*",
    ]),
  );
});

test('pictures of a map service are admitted, and nothing else of it', () => {
  const before = secureHeaders([])['content-security-policy'] ?? '';
  const after = admittingImages(before, 'https://tiles.example.com');
  expect(after.split(';')).toContain("img-src 'self' data: blob: https://tiles.example.com");
  expect(after.replace(' https://tiles.example.com', '')).toBe(before);
});
