import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const host = await forThisFile(testApp({ demo: 'people' }));
const agent = await host.as('agent');
const inject = (url: string, headers: Record<string, string> = {}, payload?: string) =>
  host.app.http.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url,
    headers: { host: '127.0.0.1:8080', authorization: agent.token ?? '', ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

test('no answer of the API is kept by a browser or a proxy; what is revalidated says so', async () => {
  for (const url of [listCards.path, '/api/none', '/api/auth/v1/me', '/openapi/v1/none', '/healthz', '/metrics'])
    expect((await inject(url)).headers['cache-control'], url).toBe('no-store');
  expect((await inject(listCards.path, { authorization: '' })).headers['cache-control']).toBe('no-store');
  expect((await inject('/api/%ff')).headers['cache-control']).toBe('no-store');
  for (const url of ['/api/menus/v1/menu', '/api/openapi.json']) {
    const { headers } = await inject(url);
    expect(headers['cache-control']).toBe('private, no-cache');
    const again = await inject(url, { 'if-none-match': String(headers['etag']) });
    expect([again.statusCode, again.headers['cache-control']]).toEqual([304, 'private, no-cache']);
  }
});

test.each(['text/plain', 'text/plain; charset=utf-8', 'application/x-www-form-urlencoded', 'application/xml'])(
  'a body of %s is refused as a type that is not taken',
  async (type) => {
    const answer = await inject('/api/auth/v1/login', { 'content-type': type, 'accept-language': 'en_US' }, '{"a":1}');
    expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([
      415,
      '4150001',
      'Content type not supported',
    ]);
  },
);

test('the request id of the caller is its answer’s and the log’s, if it is one', async () => {
  const idOf = async (given?: string) =>
    String((await inject('/api/none', given === undefined ? {} : { 'x-request-id': given })).headers['x-request-id']);
  for (const given of ['a', 'trace-7f.3_B', 'x'.repeat(64)]) expect(await idOf(given)).toBe(given);
  for (const given of ['', 'x'.repeat(65), 'a b', 'a,b', 'a\tb', '<script>', 'é', "a'b"]) {
    expect(await idOf(given), given).toMatch(/^[\w-]{12}$/);
  }
  expect(await idOf()).not.toBe(await idOf());
  expect((await inject('/api/%ff', { 'x-request-id': 'undecodable.1' })).headers['x-request-id']).toBe('undecodable.1');

  const refused = await host.as('norole');
  const headers = { authorization: refused.token ?? '', 'x-request-id': 'of-the-caller.1' };
  expect((await inject(listCards.path, headers)).statusCode).toBe(403);
  const row = await host.db
    .selectFrom('audit.operation_log')
    .select('endpoint')
    .where('request_id', '=', 'of-the-caller.1')
    .executeTakeFirst();
  expect(row?.endpoint).toBe(listCards.name);
});
