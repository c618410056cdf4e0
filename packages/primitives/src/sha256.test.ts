import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Sha256, sha256 } from './sha256.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('SHA-256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('of «%s» is that of the standard', (text, hash) => expect(sha256(bytes(text))).toBe(hash));

  it('is that of the platform, however the bytes arrive', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 }), async (pieces) => {
        const hash = new Sha256();
        for (const piece of pieces) hash.update(piece);
        const whole = new Uint8Array(pieces.flatMap((piece) => [...piece]));
        const theirs = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', whole));
        const expected = [...theirs].map((byte) => byte.toString(16).padStart(2, '0')).join('');
        expect(hash.hex()).toBe(expected);
      }),
    );
  });
});
