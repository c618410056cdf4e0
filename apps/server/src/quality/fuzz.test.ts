import { type AddressInfo, connect } from 'node:net';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { IDEMPOTENCY_HEADER } from '@cardinal/contract/framework/idempotency.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DOMAINS } from '../domains.ts';
import { envelopeFaults } from './envelopeRules.ts';
import { fuzz } from './fuzzing.ts';
import { declaredRequest, formOf, inputSchemaOf } from './malformedRequests.ts';

/** Paths that are not always offered have tests of their own: `domains/setup/setup.test.ts`. */
const endpoints = DOMAINS.flatMap((domain) =>
  domain.routes.filter(({ options }) => !options.isOffered).map((route) => route.endpoint),
);

/** A server's response to raw bytes before it closes the connection. */
const answerTo = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let said = '';
    socket.setEncoding('utf8').on('data', (piece) => {
      said += piece;
    });
    socket.on('end', () => resolve(said)).on('error', reject);
  });

const world = await forThisFile(testApp({ demo: 'people' }));
const admin = await world.as('admin');

describe('what nobody declared', () => {
  const ask = async (endpoint: Endpoint, more: { query?: string; body?: Record<string, unknown> }) => {
    const { token } = admin;
    const { params, query, body } = declaredRequest(endpoint);
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([key, value]) =>
        [value].flat().map((each): [string, string] => [key, String(each)]),
      ),
    );
    const sent = { ...(endpoint.example?.body ?? (body as object)), ...more.body };
    const form = endpoint.kind === 'upload' ? formOf(sent, 'a.xlsx', Buffer.from('PK')) : undefined;
    const answer = await world.app.http.inject({
      method: endpoint.method,
      url: `${path}?${search}${more.query ? `&${more.query}` : ''}`,
      remoteAddress: '10.1.1.1',
      headers: {
        authorization: token ?? '',
        ...(endpoint.idempotency === 'required'
          ? { [IDEMPOTENCY_HEADER]: `declared-${endpoint.name.replace('.', '-')}` }
          : {}),
        ...(form ? { 'content-type': form.type } : {}),
      },
      ...(endpoint.method === 'GET' ? {} : { payload: form?.payload ?? sent }),
    });
    const fields = (answer.json().data?.errors ?? []) as { field: string }[];
    return { status: answer.statusCode, fields: fields.map((each) => each.field) };
  };

  // No account reaches what end users call; their shop asks the same of it.
  const ofAccounts = endpoints.filter(({ permission }) => permission !== 'endUser');

  it('is refused in every query, by its name', async () => {
    const wrong: string[] = [];
    for (const endpoint of ofAccounts.filter((each) => each.kind !== 'upload')) {
      const { status, fields } = await ask(endpoint, { query: 'surprise=1' });
      if (status !== 422 || !fields.includes('surprise')) wrong.push(`${endpoint.name}: ${status} ${fields}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is refused in every body, by its name', async () => {
    const wrong: string[] = [];
    for (const endpoint of ofAccounts.filter((each) => each.method !== 'GET')) {
      const { status, fields } = await ask(endpoint, { body: { surprise: 1 } });
      if (status !== 422 || !fields.includes('surprise')) wrong.push(`${endpoint.name}: ${status} ${fields}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is refused in objects inside a body too', () => {
    const open: string[] = [];
    const look = (schema: unknown, at: string) => {
      if (typeof schema !== 'object' || schema === null) return;
      const { type, properties, additionalProperties } = schema as Record<string, unknown>;
      if (type === 'object' && properties && additionalProperties !== false) open.push(at);
      for (const [key, inner] of Object.entries(schema)) look(inner, `${at}.${key}`);
    };
    for (const endpoint of endpoints) look(inputSchemaOf(endpoint.body), endpoint.name);
    expect(open).toEqual([]);
  });
});

describe('malformed requests', () => {
  it('are all answered with a refusal in the envelope and in the caller’s language', async () => {
    // A first look at each, within a minute; `torture/fuzz` sends a hundred thousand.
    const run = await fuzz(world, endpoints, { seed: 'quick', perEndpoint: 8 });
    expect(run.faults).toEqual([]);
    expect(run.sent).toBeGreaterThan(endpoints.length * 4);
    const { rows } = await sql<{
      message: string;
    }>`select message from audit.error_entry where source <> 'console'`.execute(world.db);
    expect(rows).toEqual([]);
  });

  it('that are not even HTTP get the envelope too', async () => {
    await world.app.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = world.app.http.server.address() as AddressInfo;
    const sent = [
      'nonsense\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`,
    ];
    for (const [at, bytes] of sent.entries()) {
      const [head = '', body = ''] = (await answerTo(port, bytes)).split('\r\n\r\n');
      const headers = Object.fromEntries(
        head
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(': ') as [string, string]),
      );
      const statusCode = Number(head.split(' ')[1]);
      expect([at, ...envelopeFaults({ statusCode, headers, body }, 'zh_CN')]).toEqual([at]);
      expect(statusCode).toBe(at === 2 ? 431 : 400);
    }
  });

  it('outside the API are answered in the same envelope', async () => {
    for (const url of ['/api/none/v1/none', '/api', '/files', '/%zz', '/api/%00', `/api/${'x'.repeat(20_000)}`]) {
      const answer = await world.app.http.inject({ url, headers: { 'accept-language': 'en' } });
      expect([url.slice(0, 30), answer.statusCode, ...envelopeFaults(answer, 'en')]).toEqual([
        url.slice(0, 30),
        answer.statusCode,
      ]);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    }
  });

  it('with a name that is longer than any are about nothing there is, whether a console stands behind them or not', async () => {
    for (const method of ['GET', 'POST'] as const) {
      for (const long of ['9'.repeat(301), '9'.repeat(4_000)]) {
        const answer = await world.app.http.inject({ method, url: `/files/${long}` });
        expect([method, long.length, answer.statusCode, ...envelopeFaults(answer, 'zh_CN')]).toEqual([
          method,
          long.length,
          404,
        ]);
      }
    }
  });

  it('of customers’ systems are answered as problems with the real status', async () => {
    for (const url of ['/openapi/v9/x', '/openapi/v1/%00', `/openapi/v1/${'x'.repeat(20_000)}`]) {
      const answer = await world.app.http.inject({ url, headers: { 'accept-language': 'en' } });
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(answer.json()).toMatchObject({ status: answer.statusCode, title: expect.stringMatching(/\w/) });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    }
  });
});
