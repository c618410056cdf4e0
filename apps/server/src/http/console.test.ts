import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secureHeaders } from '../framework/secureHeaders.ts';
import { serveConsole } from './console.ts';

const SCRIPT = 'const words = "the same again, ";'.repeat(100);
let folder: string;
let http: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardinal-console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><html lang="zh-CN"><title>page</title>');
  await writeFile(join(folder, 'assets/a-1.js'), SCRIPT);
  await writeFile(join(folder, 'assets/a-1.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(folder, 'assets/a-1.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'assets/small-1.js'), '1');
  http = fastify();
  http.addHook('onRequest', async (_request, reply) => {
    reply.headers(secureHeaders([]));
  });
  await serveConsole(http, folder, async () => undefined);
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, encoding = '') =>
  http.inject({ method: 'GET', url, headers: { 'accept-encoding': encoding } });

test('a file goes over the wire as it was pressed, to whom that can be said', async () => {
  const forms = [
    { offered: 'gzip, deflate', coding: 'gzip', read: gunzipSync },
    { offered: 'gzip, deflate, br', coding: 'br', read: brotliDecompressSync },
  ];
  for (const { offered, coding, read } of forms) {
    const pressed = await get('/assets/a-1.js', offered);
    expect(pressed.headers['content-encoding']).toBe(coding);
    expect(pressed.headers['content-type']).toMatch(/javascript/);
    expect(pressed.headers['vary']).toMatch(/accept-encoding/i);
    expect(pressed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(read(pressed.rawPayload).toString()).toBe(SCRIPT);
  }
  const plain = await get('/assets/a-1.js');
  expect([plain.headers['content-encoding'], plain.payload]).toEqual([undefined, SCRIPT]);
  const small = await get('/assets/small-1.js', 'gzip, br');
  expect([small.headers['content-encoding'], small.payload]).toEqual([undefined, '1']);
});

test('the page of an English demo says so, as the console speaks until somebody chooses', async () => {
  const english = fastify();
  await serveConsole(english, folder, async () => undefined, 'en');
  const { payload } = await english.inject({ method: 'GET', url: '/' });
  expect(payload).toContain('<html lang="en">');
  expect((await get('/')).payload).toContain('<html lang="zh-CN">');
  await english.close();
});

test('every address but a file’s and the API’s is the page, never cached', async () => {
  const page = await get('/cardsManagement/flowCardManagement?q=8986');
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(page.payload).toContain('<title>page');
  for (const none of ['/assets/none.js', '/api/none', '/files/none']) expect((await get(none)).statusCode).toBe(404);
});

test('what only pages need to be told is told with pages, not with their scripts', async () => {
  const page = await get('/dashboard');
  const script = await get('/assets/a-1.js');
  for (const name of ['content-security-policy', 'x-frame-options']) {
    expect([page.headers[name] === undefined, script.headers[name]], name).toEqual([false, undefined]);
  }
  expect(script.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
});

test('a console that is built anew is served at once, its page and its files', async () => {
  await writeFile(join(folder, 'assets/b-2.js'), '2');
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>next</title>');
  expect([(await get('/dashboard')).payload, (await get('/assets/b-2.js')).payload]).toEqual([
    '<!doctype html><title>next</title>',
    '2',
  ]);
  await rm(join(folder, 'index.html'));
  expect((await get('/dashboard')).payload).toContain('<title>next');
  await writeFile(join(folder, 'assets/b-2.js.map'), '{}');
  expect((await get('/assets/b-2.js.map')).statusCode).toBe(404);
});
