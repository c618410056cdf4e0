import { createTag } from '@cardinal/contract/api/cards/tags.ts';
import { listApiCalls } from '@cardinal/contract/api/openApi/calls.ts';
import { setApiGrant } from '@cardinal/contract/api/openApi/grants.ts';
import { OPEN_INTERFACES } from '@cardinal/contract/api/openApi/interfaces.ts';
import {
  createApiKey,
  disableApiKey,
  listApiKeys,
  readSinceRotation,
  rotateApiKey,
} from '@cardinal/contract/api/openApi/keys.ts';
import { OPEN_SCOPES, type OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { addCards, cardsUnderTest, iccid, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, it } from 'vitest';
import { DOMAINS } from '../../domains.ts';
import { type KeyUnderTest, signed } from './signedUnderTest.ts';

const HOUR = 3_600_000;
const SELF = '/openapi/v1/self';

let made = 0;

const makeKey = (who: Caller, scopes: readonly OpenScope[] = OPEN_SCOPES, more: object = {}) => {
  made += 1;
  return who.ask(createApiKey, { body: { name: `key ${made}`, scopes: [...scopes], addresses: [], ...more } });
};
const get = (key: KeyUnderTest, path: string, given = {}) => signed(under, key, 'GET', path, given);
const post = (key: KeyUnderTest, path: string, body: unknown, given = {}) =>
  signed(under, key, 'POST', path, { body, ...given });
const rowOf = async (id: string) => {
  const [row] = (await agent.ask(listApiKeys, { query: { id: [id] } })).list;
  if (!row) throw new Error(`No key ${id}`);
  return row;
};

const under = await forThisFile(cardsUnderTest());
const [agent, rival, subagent] = [await under.as('agent'), await under.as('rival'), await under.as('subagent')];
await addCards(under, [
  ...[1, 2, 3, 4].map((n) => ({ n, customerId: '10' })),
  { n: 5, customerId: '11' },
  { n: 6, customerId: '20' },
]);
const full = await makeKey(agent);

describe('a key', () => {
  it('is told once and kept sealed', async () => {
    const key = await makeKey(agent, ['card.read']);
    expect(key.secret).toMatch(/^cs_[\w-]{43}$/);
    const kept = await under.db.selectFrom('open_api.key_secret').selectAll().where('key_id', '=', key.id).execute();
    expect(JSON.stringify(kept)).not.toContain(key.secret);
    const row = await rowOf(key.id);
    expect(row).toMatchObject({ secretHint: `…${key.secret.slice(-4)}`, state: 'active', calls: 0 });
    expect(JSON.stringify(row)).not.toContain(key.secret);
    const logged = await under.db.selectFrom('audit.operation_log').selectAll().execute();
    expect(JSON.stringify(logged)).not.toContain(key.secret);
  });

  it('says whose it is, and its calls are counted and written down', async () => {
    const answer = await get(full, SELF);
    expect(answer).toMatchObject({ status: 200, body: { customerId: '10', scopes: [...OPEN_SCOPES] } });
    expect(await rowOf(full.id)).toMatchObject({ lastInterface: 'open.self', lastAddress: '127.0.0.1', errors: 0 });
    const calls = await agent.ask(listApiCalls, { query: { requestId: [String(answer.headers['x-request-id'])] } });
    expect(calls.list).toMatchObject([{ interface: 'open.self', status: 200, code: '200', keyId: full.id }]);
  });

  it('is found with its calls by the customer it belongs to or one above, by nobody beside', async () => {
    const below = await makeKey(subagent, ['card.read'], { platforms: [1], productCodes: ['P-100'] });
    await get(below, SELF);
    const found = async (who: Caller, underCustomerId: string) => {
      const keys = await who.ask(listApiKeys, { query: { underCustomerId, pageSize: 100 } });
      const calls = await who.ask(listApiCalls, { query: { underCustomerId, keyId: [below.id] } });
      return { ids: keys.list.map(({ id }) => id), calls: calls.total };
    };
    const inBranch = await found(agent, '10');
    expect(inBranch.ids).toEqual(expect.arrayContaining([full.id, below.id]));
    expect(inBranch.calls).toBe(1);
    expect(await found(agent, '11')).toEqual({ ids: [below.id], calls: 1 });
    expect(await found(rival, '10')).toEqual({ ids: [], calls: 0 });
    expect(await found(agent, '999999')).toEqual({ ids: [], calls: 0 });
    expect(await rowOf(below.id)).toMatchObject({ platforms: [1], productCodes: ['P-100'] });
  });

  it('is refused with which part of the signature is wrong', async () => {
    const without = (name: string) => (headers: Record<string, string>) => {
      const { [name]: _, ...rest } = headers;
      return rest;
    };
    const path = '/openapi/v1/cards/remark';
    const body = { iccids: [iccid(1)], remark: '原来的' };
    const now = Math.floor(under.clock.now().getTime() / 1_000);
    const answers = [
      await get(full, SELF, { spoil: without('x-nonce') }),
      await get({ ...full, appKey: 'ck_nobody_has_it' }, SELF),
      await get(full, SELF, { timestamp: String(now - 301) }),
      await get({ ...full, secret: 'cs_wrong' }, SELF),
      await post(full, path, body, { sent: { ...body, remark: '改过的' } }),
      await get(full, SELF, { spoil: (headers: Record<string, string>) => ({ ...headers, 'x-nonce': 'another-one' }) }),
    ];
    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual([
      '401 4010901',
      '401 4010902',
      '401 4010903',
      '401 4010904',
      '401 4010904',
      '401 4010904',
    ]);
    const [first] = answers;
    expect(first?.headers['content-type']).toContain('application/problem+json');
    expect(first?.body).toMatchObject({
      title: 'Unauthorized',
      instance: SELF,
      detail: expect.stringContaining('X-Nonce'),
    });
  });

  it('cannot be used twice with one nonce, not even at once', async () => {
    const twice = await Promise.all([1, 2].map(() => get(full, SELF, { nonce: 'the-very-same' })));
    expect(twice.map(({ code }) => code ?? '200').sort()).toEqual(['200', '4010905']);
    const forged = await get({ ...full, secret: 'cs_wrong' }, SELF, { nonce: 'not-yet-spent' });
    expect([forged.code, (await get(full, SELF, { nonce: 'not-yet-spent' })).status]).toEqual(['4010904', 200]);
  });

  it('reaches only what it carries, and says what is missing', async () => {
    const key = await makeKey(agent, ['card.read']);
    const answer = await post(key, '/openapi/v1/cards/stop', { iccids: [iccid(1)] }, { language: 'en' });
    expect(answer).toMatchObject({ status: 403, code: '4030904' });
    expect(answer.body.detail).toContain('status.write');
  });

  it('is bound to its addresses, its end and its switch', async () => {
    const wrong = await agent.call(createApiKey, {
      body: { name: 'wrong', scopes: ['card.read'], addresses: ['1.2.3'] },
    });
    expect(wrong.data).toMatchObject({ errors: [{ field: 'addresses', message: expect.stringContaining('1.2.3') }] });
    const listed = await makeKey(agent, ['card.read'], { addresses: ['203.0.113.10'] });
    expect((await get(listed, SELF)).code).toBe('4030903');
    expect((await get(listed, SELF, { address: '203.0.113.10' })).status).toBe(200);
    const short = await makeKey(agent, ['card.read'], {
      expiresAt: new Date(under.clock.now().getTime() + HOUR).toISOString(),
    });
    expect((await get(short, SELF)).status).toBe(200);
    under.clock.advance(HOUR);
    expect((await get(short, SELF)).code).toBe('4030902');
    await agent.ask(disableApiKey, { body: { id: listed.id } });
    expect((await get(listed, SELF, { address: '203.0.113.10' })).code).toBe('4030901');
    expect((await rowOf(listed.id)).state).toBe('disabled');
  });

  it('is refused when the customer behind it is disabled', async () => {
    const key = await makeKey(subagent, ['card.read']);
    const set = (status: 0 | 1) =>
      under.db.updateTable('customers.customer').set({ status }).where('id', '=', '11').execute();
    await set(0);
    expect((await get(key, SELF)).code).toBe('4030905');
    await set(1);
    expect((await get(key, SELF)).status).toBe(200);
  });
});

describe('the grants from above', () => {
  it('bound keys at once, and what may be given to new ones', async () => {
    const key = await makeKey(subagent, ['card.read', 'status.write']);
    await agent.ask(setApiGrant, { body: { customerId: '11', scopes: ['card.read'], callsPerMinute: 3 } });
    expect((await get(key, SELF)).body.scopes).toEqual(['card.read']);
    expect((await post(key, '/openapi/v1/cards/stop', { iccids: [iccid(5)] })).code).toBe('4030904');
    const [row] = (await agent.ask(listApiKeys, { query: { id: [key.id] } })).list;
    expect(row).toMatchObject({ withheld: ['status.write'], isOwn: false });
    const more = await subagent.call(createApiKey, {
      body: { name: 'more', scopes: ['usage.read'], addresses: [] },
    });
    expect(more.data).toMatchObject({ errors: [{ field: 'scopes' }] });
    expect((await get(key, SELF)).status).toBe(200);
    const tooFast = await get(key, SELF);
    expect(tooFast).toMatchObject({ status: 429, code: '4290901' });
    expect(Number(tooFast.headers['retry-after'])).toBeGreaterThan(0);
    under.clock.advance(60_000);
    expect((await get(key, SELF)).status).toBe(200);
  });

  it('are given downwards only', async () => {
    const body = { scopes: ['card.read' as const], callsPerMinute: 60 };
    for (const customerId of ['10', '1', '20']) {
      const answer = await agent.call(setApiGrant, { body: { ...body, customerId } });
      expect(answer.data).toMatchObject({ errors: [{ field: 'customerId' }] });
    }
    const foreign = await rival.call(disableApiKey, { body: { id: full.id } });
    expect(foreign.code).toBe('4040901');
  });
});

describe('an open interface', () => {
  it('lists the cards of the branch and no others, page by page', async () => {
    const first = await get(full, '/openapi/v1/cards', { query: 'pageSize=10&sort=iccid' });
    const numbers = first.body.list.map((card: { iccid: string }) => card.iccid);
    expect(numbers).toEqual([1, 2, 3, 4, 5].map(iccid));
    expect(first.body.list[0]).toMatchObject({ lifecycle: 'activated', customerId: '10' });
    expect((await get(full, '/openapi/v1/cards', { query: 'colour=red' })).status).toBe(422);
  });

  it('shows one card and what it used, under either length of its number', async () => {
    const card = await get(full, `/openapi/v1/cards/${iccid(1).slice(0, 19)}`, { language: 'en' });
    expect(card.body).toMatchObject({ iccid: iccid(1), statusText: expect.any(String), tags: [] });
    expect(card.body.id).toBeUndefined();
    const usage = await get(full, `/openapi/v1/cards/${iccid(1)}/usage`, { query: 'days=3' });
    expect(usage.body.days).toHaveLength(3);
  });

  it('stops and restarts as a task: accepted once, then done', async () => {
    const body = { iccids: [iccid(1), iccid(2), iccid(6)] };
    const given = { key: 'stop-these-cards' };
    const accepted = await post(full, '/openapi/v1/cards/stop', body, given);
    expect(accepted).toMatchObject({ status: 202, body: { total: 2, skipped: [{ reason: 'notFound', count: 1 }] } });
    expect((await post(full, '/openapi/v1/cards/stop', body, given)).body).toEqual(accepted.body);
    const other = await post(full, '/openapi/v1/cards/stop', { iccids: [iccid(3)] }, given);
    expect([other.status, other.code]).toEqual([409, '4090001']);
    const another = await makeKey(agent);
    expect(
      (await post(another, '/openapi/v1/cards/remark', { iccids: [iccid(3)], remark: '另一把' }, given)).status,
    ).toBe(202);
    await workOff(under);
    const path = `/openapi/v1/tasks/${accepted.body.taskNo}`;
    const task = await get(full, path);
    expect(task.body).toMatchObject({ total: 2, failed: 0, items: [{ iccid: iccid(1) }, { iccid: iccid(2) }] });
    expect(['waiting', 'completed']).toContain(task.body.state);
    const { source } = await under.db
      .selectFrom('tasks.task')
      .select('source')
      .where('task_no', '=', accepted.body.taskNo)
      .executeTakeFirstOrThrow();
    expect(source).toBe('api');
    const stranger = await makeKey(rival);
    expect((await get(stranger, path)).status).toBe(404);
  });

  it('tags by name and remarks', async () => {
    await agent.ask(createTag, { body: { name: '深圳仓', color: 'blue' } });
    expect((await get(full, '/openapi/v1/tags')).body.list).toEqual([{ name: '深圳仓', group: null }]);
    const tag = (mode: string, tags = ['深圳仓']) =>
      post(full, '/openapi/v1/cards/tags', { iccids: [iccid(4)], tags, mode });
    expect((await tag('add', ['没有的标签'])).status).toBe(404);
    expect((await tag('add')).status).toBe(202);
    await post(full, '/openapi/v1/cards/remark', { iccids: [iccid(4)], remark: '华东仓备货' });
    await workOff(under);
    const path = `/openapi/v1/cards/${iccid(4)}`;
    expect((await get(full, path)).body).toMatchObject({ tags: [{ name: '深圳仓' }], remark: '华东仓备货' });
    await tag('remove');
    await workOff(under);
    expect((await get(full, path)).body.tags).toEqual([]);
  });

  it('never says of a foreign thing more than of none, in any operation', async () => {
    const stranger = await makeKey(rival);
    const NONE = '89860699999999999999';
    const own = `T${(1).toString(36)}`;
    const leaks: string[] = [];
    for (const { name, method, path, example } of OPEN_INTERFACES) {
      const ask = (number: string) => {
        const url = path.replace(':iccid', number).replace(':taskNo', own);
        const { body } = { body: undefined, ...example } as { body?: object };
        const asked = body && 'iccids' in body ? { ...body, iccids: [number] } : body;
        return method === 'GET' ? get(stranger, url) : post(stranger, url, asked);
      };
      const [theirs, nobodys] = [await ask(iccid(1)), await ask(NONE)];
      const said = [theirs, nobodys].map(({ status, code, body }) => `${status} ${code} ${body.detail}`);
      if (said[0] !== said[1]) leaks.push(`${name}: ${said.join(' ≠ ')}`);
      if (JSON.stringify(theirs.body.list ?? []).includes(iccid(1))) leaks.push(`${name} lists it`);
    }
    expect(leaks).toEqual([]);
  });

  it('is closed without a signature, and to a key without its scope', async () => {
    const open: string[] = [];
    const bare = await makeKey(agent, ['task.read']);
    for (const { name, method, path, example, open: facts } of OPEN_INTERFACES) {
      const { body } = { body: undefined, ...example } as { body?: object };
      const url = path.replace(':iccid', iccid(1)).replace(':taskNo', 'T1');
      const unsigned = await under.app.http.inject({ method, url, ...(body ? { payload: body } : {}) });
      if (unsigned.statusCode !== 401) open.push(`${name} unsigned: ${unsigned.statusCode}`);
      if (facts.keyScope === null || facts.keyScope === 'task.read') continue;
      const answer = method === 'GET' ? await get(bare, url) : await post(bare, url, body);
      if (answer.code !== '4030904') open.push(`${name}: ${answer.status} ${answer.code}`);
    }
    expect(open).toEqual([]);
  });

  it('stands in the document, each with its scope and its refusals; unknown paths are problems too', async () => {
    const document = (await under.app.http.inject('/openapi/v1/openapi.json')).json();
    const operations = Object.values(document.paths as Record<string, Record<string, Record<string, unknown>>>).flatMap(
      (methods) => Object.values(methods),
    );
    const bound = DOMAINS.flatMap((domain) => domain.served?.routes ?? []);
    expect(operations.map((operation) => operation['operationId'])).toEqual(OPEN_INTERFACES.map(({ name }) => name));
    expect(bound.map(({ endpoint }) => endpoint.name)).toEqual(OPEN_INTERFACES.map(({ name }) => name));
    expect(JSON.stringify(document.paths['/openapi/v1/cards/stop'].post.responses['409'])).toContain('4090001');
    for (const { name, example, params, query, body } of OPEN_INTERFACES) {
      const given = example as { params?: unknown; query?: unknown; body?: unknown } | undefined;
      expect(params.safeParse(given?.params ?? {}).success, name).toBe(true);
      expect(query.safeParse(given?.query ?? {}).success, name).toBe(true);
      expect(body.safeParse(given?.body).success, name).toBe(true);
    }
    const collection = (await under.app.http.inject('/openapi/v1/postman.json')).json();
    const requests = (collection.item as { item: { request: { method: string; url: { raw: string } } }[] }[]).flatMap(
      ({ item }) => item.map(({ request }) => request),
    );
    expect(requests.map(({ method, url }) => `${method} ${url.raw.split('?')[0]}`).sort()).toEqual(
      OPEN_INTERFACES.map(({ method, path }) => `${method} {{baseUrl}}${path}`).sort(),
    );
    expect(collection.info.schema).toContain('v2.1.0');
    const lost = await under.app.http.inject('/openapi/v1/nothing');
    expect([lost.statusCode, lost.headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    const method = await under.app.http.inject({ method: 'DELETE', url: '/openapi/v1/cards' });
    expect([method.statusCode, method.headers['allow'], method.json().code]).toEqual([405, 'GET', '4050001']);
    const broken = await signed(under, full, 'POST', '/openapi/v1/cards/stop', {
      spoil: (headers) => ({ ...headers, 'content-type': 'application/json' }),
    });
    expect(broken.status).toBe(400);
  });
});

// The test moves the clock, which ends the console's sessions.
describe('a key with two secrets', () => {
  it('is rotated without a gap: both secrets work, later only the new one', async () => {
    const key = await makeKey(agent, ['card.read']);
    const body = { id: key.id, version: 1, overlapHours: 72 };
    const { secret } = await agent.ask(rotateApiKey, { body });
    expect((await agent.call(rotateApiKey, { body })).code).toBe('4090002');
    const works = async () => [(await get(key, SELF)).status, (await get({ ...key, secret }, SELF)).status];
    expect((await agent.ask(readSinceRotation, { query: { id: key.id } })).addresses).toEqual([]);
    expect(await works()).toEqual([200, 200]);
    await get({ ...key, secret }, SELF);
    const since = await agent.ask(readSinceRotation, { query: { id: key.id } });
    expect(since.addresses).toMatchObject([{ withNew: 2, withOld: 1 }]);
    expect(since.rotatedAt).not.toBeNull();
    const rival = await under.as('rival');
    expect((await rival.call(readSinceRotation, { query: { id: key.id } })).code).toBe('4040901');
    under.clock.advance(72 * HOUR);
    expect(await works()).toEqual([401, 200]);
  });
});
