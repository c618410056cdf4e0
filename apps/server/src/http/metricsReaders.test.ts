import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const TOKEN = 'metrics-token-of-this-test';
const local = await forThisFile(testApp());
const guarded = await forThisFile(testApp({ env: { METRICS_TOKEN: TOKEN } }));

const metrics = (
  { app }: typeof local,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
  host = '127.0.0.1:8080',
) => app.http.inject({ url: '/metrics', remoteAddress, headers: { host, ...headers } });

test.each([
  ['127.0.0.1', '127.0.0.1:8080'],
  ['::1', '[::1]:8080'],
  ['::ffff:127.0.0.1', 'localhost:8080'],
])('without a token %s may read the metrics', async (address, host) => {
  const answer = await metrics(local, {}, address, host);
  expect([answer.statusCode, answer.body.includes('cardinal_http_request_seconds')]).toEqual([200, true]);
});

test.each([
  ['another machine', {}, '192.0.2.7', '127.0.0.1:8080'],
  ['a proxy that names its client', { 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1', '127.0.0.1:8080'],
  ['a proxy that names its scheme', { 'x-forwarded-proto': 'https' }, '127.0.0.1', '127.0.0.1:8080'],
  ['a proxy by the standard', { forwarded: 'for=192.0.2.7' }, '127.0.0.1', '127.0.0.1:8080'],
  ['a proxy by its name', { via: '1.1 caddy' }, '127.0.0.1', '127.0.0.1:8080'],
  ['a proxy for a site', {}, '127.0.0.1', 'cards.example.com'],
  ['a site whose name leads here', {}, '127.0.0.1', '127.0.0.1.example.com'],
])('without a token %s may not', async (_who, headers, address, host) => {
  const answer = await metrics(local, headers, address, host);
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  expect(answer.json()).toMatchObject({ code: '4010001', data: null });
});

test('with a token only who sends it reads the metrics, from anywhere and through a proxy', async () => {
  const far = ['192.0.2.7', 'cards.example.com'] as const;
  const through = { 'x-forwarded-for': '192.0.2.8' };
  expect((await metrics(guarded, { ...through, authorization: `Bearer ${TOKEN}` }, ...far)).statusCode).toBe(200);
  for (const authorization of [
    '',
    TOKEN,
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    'Bearer ',
  ]) {
    expect((await metrics(guarded, { authorization })).statusCode, authorization).toBe(401);
  }
  expect((await metrics(guarded)).statusCode).toBe(401);
});
