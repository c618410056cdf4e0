import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from './client.ts';
import { CANCEL_DUPLICATE_HEADER, CANCEL_DUPLICATE_OFF, REQUEST_KEY_HEADER } from './controlHeaders.ts';
import type { RequestFailure } from './failure.ts';
import { answer, LocalServer, RecordingHost } from './localServer.ts';

let server: LocalServer;
let host: RecordingHost;
let client: Client;

beforeEach(async () => {
  server = new LocalServer();
  host = new RecordingHost(await server.start());
  client = createClient(host);
});
afterEach(() => server.stop());

const failure = async (call: Promise<unknown>): Promise<RequestFailure> => {
  try {
    await call;
  } catch (error) {
    return error as RequestFailure;
  }
  throw new Error('The call should have failed');
};
const get = (path: string, more: object = {}) => ({ method: 'GET', path, ...more });
const answering = (body: unknown, status = 200) => {
  server.handler = (_, response) => answer(response, body, status);
};
/** Requests stay open until `release`. */
function holding() {
  const open: (() => void)[] = [];
  server.handler = (_, response) => open.push(() => answer(response, { code: '200', message: '', data: 'late' }));
  return () => {
    for (const one of open.splice(0)) one();
  };
}

describe('what every request carries', () => {
  it('sends JSON in utf-8, the token and the language', async () => {
    host.spoken = 'en';
    await client.noisy({ method: 'POST', path: '/api/x', body: { name: '卡' } });
    const [seen] = server.seen;
    expect(seen!.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(seen!.headers.authorization).toBe('secret-token');
    expect(seen!.headers['accept-language']).toBe('en');
    expect(seen!.body).toBe('{"name":"卡"}');
  });

  it('says when nobody uses the page', async () => {
    await client.noisy(get('/api/x'));
    Object.assign(host, { isUnattended: () => true });
    await client.noisy(get('/api/x'));
    expect(server.seen.map(({ headers }) => headers['x-unattended'])).toEqual([undefined, '1']);
  });

  it('sends no Authorization without a token', async () => {
    host.forgetToken();
    await client.noisy(get('/api/x'));
    expect(server.seen[0]!.headers).not.toHaveProperty('authorization');
    expect(server.seen[0]!.headers['accept-language']).toBe('zh_CN');
  });

  it('repeats the key for an array and leaves out what is empty', async () => {
    await client.noisy(get('/api/x', { query: { tag: ['a', 'b&c'], none: undefined, empty: '', zero: 0 } }));
    expect(server.seen[0]!.url).toBe('/api/x?tag=a&tag=b%26c&zero=0');
  });

  it('lets a form name its own content type', async () => {
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.csv');
    await client.noisy({ method: 'POST', path: '/api/upload', body: form });
    expect(server.seen[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.seen[0]!.headers.authorization).toBe('secret-token');
    expect(server.seen[0]!.headers['accept-language']).toBe('zh_CN');
  });
});

describe('answers', () => {
  it('returns the body of the string «200»', async () => {
    answering({ code: '200', message: 'ok', data: [1] });
    expect(await client.noisy(get('/api/x'))).toEqual({ code: '200', message: 'ok', data: [1] });
    expect(host.shown).toEqual([]);
  });

  it.each([
    ['another code with its message', { code: '4090001', message: '卡已销户' }, '卡已销户'],
    ['another code without a message', { code: '4090001' }, '操作失败'],
    ['the number 200', { code: 200, message: '' }, '操作失败'],
    ['no code at all', { data: [] }, '操作失败'],
    ['an array', [], '操作失败'],
    ['no JSON', '<html>', '操作失败'],
  ])('shows %s and rejects', async (_, body, message) => {
    answering(body);
    const error = await failure(client.noisy(get('/api/x')));
    expect(error.kind).toBe('refused');
    expect(host.shown).toEqual([`error: ${message}`]);
  });

  it.each([
    [405, { message: 'm', desc: 'd' }, 'method', 'm'],
    [405, { desc: 'd' }, 'method', '请求方法错误'],
    [405, '', 'method', '请求方法错误'],
    [500, { desc: 'd', message: 'm' }, 'http', 'd'],
    [403, { message: 'm' }, 'http', 'm'],
    [404, {}, 'http', '操作失败'],
    [502, 'Bad gateway', 'http', '操作失败'],
    [500, { code: '200', message: 'm' }, 'http', 'm'],
  ])('HTTP %i %j is %s: %s', async (status, body, kind, message) => {
    answering(body, status);
    const error = await failure(client.noisy(get('/api/x')));
    expect([error.kind, error.message, error.requestId]).toEqual([kind, message, 'r-1']);
    expect(host.shown).toEqual([`error: ${message}`]);
    expect(host.storage['token']).toBe('secret-token');
  });

  it('carries the field errors of a 422', async () => {
    answering({ code: '4000422', message: 'm', data: { errors: [{ field: 'iccid', message: '格式不正确' }] } }, 422);
    const error = await failure(client.silent(get('/api/x')));
    expect(error.fields).toEqual([{ field: 'iccid', message: '格式不正确' }]);
    expect(host.shown).toEqual([]);
  });

  it('speaks English when the person does', async () => {
    host.spoken = 'en';
    answering({ code: '1' });
    await failure(client.noisy(get('/api/x')));
    expect(host.shown).toEqual(['error: The operation failed']);
  });
});

describe('the end of a session', () => {
  it.each([
    ['5005003', 'noisy'],
    ['5005004', 'noisy'],
    ['5005003', 'silent'],
    ['5005004', 'silent'],
  ] as const)('%s warns once, forgets the token and goes to login: the %s client', async (code, kind) => {
    answering({ code, message: 'server words' });
    const calls = ['/a', '/b', '/c'].map((path) => failure(client[kind](get(path))));
    expect((await Promise.all(calls)).map((error) => error.kind)).toEqual(['session', 'session', 'session']);
    expect(host.shown).toEqual(['warning: 登录信息已过期，请重新登录']);
    expect(host.storage).toEqual({ customerId: '3', language: 'zh_CN' });
    expect(host.toLogin).toBeGreaterThan(0);
  });

  it('does not warn where no token was stored', async () => {
    host.forgetToken();
    answering({ code: '5005003' });
    await failure(client.noisy(get('/a')));
    expect(host.shown).toEqual([]);
    expect(host.toLogin).toBe(1);
  });

  it('does not touch a session begun after the request left', async () => {
    server.handler = (_, response) => {
      host.storage['token'] = 'newer';
      answer(response, { code: '5005004' });
    };
    await failure(client.noisy(get('/a')));
    expect(host.storage['token']).toBe('newer');
    expect(host.toLogin).toBe(0);
  });

  it('a number is not the code', async () => {
    answering({ code: 5005003, message: 'm' });
    await failure(client.noisy(get('/a')));
    expect(host.storage['token']).toBe('secret-token');
    expect(host.shown).toEqual(['error: m']);
  });

  it('an empty object clears the whole local storage', async () => {
    answering({});
    const error = await failure(client.noisy(get('/a')));
    expect(error.kind).toBe('emptyBody');
    expect(host.storage).toEqual({});
    expect(host.toLogin).toBe(1);
    expect(host.shown).toEqual([]);
  });

  it('empty data is no empty body', async () => {
    answering({ code: '200', data: {} });
    await client.noisy(get('/a'));
    expect(host.storage['token']).toBe('secret-token');
  });
});

describe('no answer', () => {
  it('says that the network failed', async () => {
    await server.stop();
    const error = await failure(client.noisy(get('/a')));
    expect(error.kind).toBe('network');
    expect(host.shown).toEqual(['error: 未知网络错误，请稍后重试']);
  });

  it('rejects silently when it takes too long', async () => {
    holding();
    const error = await failure(client.noisy(get('/a', { timeoutMs: 30 })));
    expect(error.kind).toBe('timeout');
    expect(host.shown).toEqual([]);
  });

  it('rejects silently when the caller gives up, before or during', async () => {
    holding();
    const abort = new AbortController();
    const waiting = failure(client.noisy(get('/a', { signal: abort.signal })));
    await server.arrived(1);
    abort.abort();
    expect((await waiting).kind).toBe('cancelled');
    expect((await failure(client.noisy(get('/b', { signal: abort.signal })))).kind).toBe('cancelled');
    expect(host.shown).toEqual([]);
    expect(server.seen.map((seen) => seen.url)).toEqual(['/a']);
  });
});

describe('two requests in flight', () => {
  const both = async (first: object, second: object) => {
    const release = holding();
    const earlier = client.noisy(first as never).then(
      () => 'answered',
      (error: RequestFailure) => error.kind,
    );
    await server.arrived(1);
    const later = client.noisy(second as never).then(
      () => 'answered',
      (error: RequestFailure) => error.kind,
    );
    await server.arrived(2);
    release();
    return Promise.all([earlier, later]);
  };
  const off = { headers: { [CANCEL_DUPLICATE_HEADER]: CANCEL_DUPLICATE_OFF } };
  const key = (name: string) => ({ headers: { [REQUEST_KEY_HEADER]: name } });

  it.each([
    ['the same', get('/a', { query: { p: 1 } }), get('/a', { query: { p: 1 } }), 'cancelled'],
    ['other params', get('/a', { query: { p: 1 } }), get('/a', { query: { p: 2 } }), 'answered'],
    ['another method', get('/a'), { method: 'PUT', path: '/a' }, 'answered'],
    [
      'the same data',
      { method: 'POST', path: '/a', body: { n: 1 } },
      { method: 'POST', path: '/a', body: { n: 1 } },
      'cancelled',
    ],
    [
      'other data',
      { method: 'POST', path: '/a', body: { n: 1 } },
      { method: 'POST', path: '/a', body: { n: 2 } },
      'answered',
    ],
    ['one custom key', get('/a', key('search')), get('/b', key('search')), 'cancelled'],
    ['two custom keys', get('/a', key('one')), get('/b', key('two')), 'answered'],
    ['cancelling switched off for the later', get('/a'), get('/a', off), 'answered'],
    ['cancelling switched off for the earlier', get('/a', off), get('/a'), 'answered'],
  ])('%s', async (_, first, second, earlier) => {
    expect(await both(first, second)).toEqual([earlier, 'answered']);
    expect(host.shown).toEqual([]);
  });

  it('one after the other is no duplicate', async () => {
    expect((await client.noisy(get('/a'))).code).toBe('200');
    expect((await client.noisy(get('/a'))).code).toBe('200');
  });
});
