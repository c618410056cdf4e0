import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const host = await forThisFile(testApp({ demo: 'people' }));

const get = (url: string, headers: Record<string, string> = {}) =>
  host.app.http.inject({ method: 'GET', url, headers: { host: '127.0.0.1:8080', ...headers } });

test('the menu is sent again only when it is another, and never to who may not ask', async () => {
  const agent = { authorization: (await host.as('agent')).token ?? '' };
  const url = '/api/menus/v1/menu';
  const first = await get(url, agent);
  expect(first.json().code).toBe('200');
  const tag = String(first.headers['etag']);
  const again = await get(url, { ...agent, 'if-none-match': `W/${tag}, "other"` });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const norole = { authorization: (await host.as('norole')).token ?? '' };
  const other = await get(url, { ...norole, 'if-none-match': tag });
  expect(other.statusCode).toBe(200);
  expect(other.headers['etag']).not.toBe(tag);
  expect((await get(url, { 'if-none-match': tag })).json().code).not.toBe('200');
});

test('the documents of the interfaces carry a tag', async () => {
  for (const url of ['/api/openapi.json', '/openapi/v1/openapi.json']) {
    const first = await get(url);
    expect(first.json().openapi).toMatch(/^3/);
    expect((await get(url, { 'if-none-match': String(first.headers['etag']) })).statusCode).toBe(304);
  }
});
