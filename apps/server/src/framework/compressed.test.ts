import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { codingFor } from './compressed.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const agent = { authorization: (await host.as('agent')).token ?? '' };
const get = (url: string, headers: Record<string, string> = {}) =>
  host.app.http.inject({ method: 'GET', url, headers: { host: '127.0.0.1:8080', ...agent, ...headers } });

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['BR;q=0, GZIP;q=0.5', 'gzip'],
  ['gzip;q=0.000', undefined],
  ['bro, x-gzip', undefined],
])('of «%s» the coding %s is taken', (header, coding) => {
  expect(codingFor(header)).toBe(coding);
});

test('a large answer is compressed for who takes it, and says the same', async () => {
  const url = '/api/menus/v1/menu';
  const plain = await get(url);
  const packed = await get(url, { 'accept-encoding': 'gzip' });
  const tight = await get(url, { 'accept-encoding': 'gzip, br' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect([packed.headers['content-encoding'], tight.headers['content-encoding']]).toEqual(['gzip', 'br']);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  expect(brotliDecompressSync(tight.rawPayload).toString()).toBe(plain.body);
  expect(tight.rawPayload.length).toBeLessThan(plain.rawPayload.length / 6);
  for (const answer of [plain, packed, tight]) {
    expect(answer.headers['vary']).toBe('authorization, accept-language, accept-encoding');
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  }
  const tag = String(tight.headers['etag']);
  expect(tag).toBe(`W/${String(plain.headers['etag'])}`);
  expect((await get(url, { 'accept-encoding': 'br', 'if-none-match': tag })).statusCode).toBe(304);
});

test('a short answer goes as it is', async () => {
  const coded = { 'accept-encoding': 'br' };
  const short = await get('/api/nothing', coded);
  expect([short.statusCode, short.headers['content-encoding']]).toEqual([404, undefined]);
  expect(short.json().code).not.toBe('200');
});
