import { readBell } from '@cardinal/contract/api/notices/inbox.ts';
import * as api from '@cardinal/contract/api/openApi/catalogue.ts';
import { readApiDoc, readApiDocInterface } from '@cardinal/contract/api/openApi/documentation.ts';
import { createApiKey, listApiKeys } from '@cardinal/contract/api/openApi/keys.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { addCards, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, it } from 'vitest';
import { type KeyUnderTest, signed } from './signedUnderTest.ts';

const DAY = 86_400_000;
const TAGS = '/openapi/v1/tags';
const CARDS = '/openapi/v1/cards';

let made = 0;

const makeKey = (who: Caller, more: object = {}) => {
  made += 1;
  return who.ask(createApiKey, { body: { name: `key ${made}`, scopes: ['card.read'], addresses: [], ...more } });
};
const get = (key: KeyUnderTest, path: string, given = {}) => signed(under, key, 'GET', path, given);
const rowOf = async (name: string) => {
  const [row] = (await admin.ask(api.listOpenInterfaces, { query: { name: [name] } })).list;
  if (!row) throw new Error(`${name} is not in the catalogue`);
  return row;
};
const edit = async (name: string, change: object) => {
  const { version, titleZh, titleEn, callsPerSecond } = await rowOf(name);
  const notes = { notesZh: null, notesEn: null };
  return admin.call(api.editOpenInterface, {
    body: { name, version, state: 'online', titleZh, titleEn, callsPerSecond, ...notes, ...change },
  });
};
const inboxOf = async (who: Caller) => (await who.ask(readBell, {})).latest.map(({ title }) => title);

const under = await forThisFile(cardsUnderTest());
const [admin, agent, rival] = [await under.as('admin'), await under.as('agent'), await under.as('rival')];
await addCards(
  under,
  [1, 2].map((n) => ({ n, customerId: '10' })),
);

describe('the catalogue', () => {
  it('counts calls, errors and their duration by the hour', async () => {
    const key = await makeKey(agent);
    for (const path of [CARDS, CARDS, `${CARDS}?colour=red`]) {
      const [at = '', query = ''] = path.split('?');
      await get(key, at, { query });
    }
    expect(await rowOf('open.cards')).toMatchObject({ calls: 3, errorPercent: 33.3, state: 'online', keys: 1 });
    expect((await rowOf('open.cards')).p95).toBeGreaterThanOrEqual(1);
    const detail = await admin.ask(api.readOpenInterface, { query: { name: 'open.cards' } });
    expect(detail.errors).toMatchObject([{ status: 422, code: '4000422', calls: 1 }]);
    expect(detail.hours.reduce((sum, hour) => sum + hour.calls, 0)).toBe(3);
    expect(detail.callers).toEqual({ keys: 1, accounts: 1, customers: 1 });
    expect(detail.operation).toMatchObject({ operationId: 'open.cards', 'x-key-scope': 'card.read' });
  });

  it('is the platform’s alone', async () => {
    expect((await agent.call(api.listOpenInterfaces, { query: {} })).code).toBe('4030001');
  });

  it('holds an interface to its calls a second', async () => {
    const key = await makeKey(agent);
    expect((await edit('open.self', { callsPerSecond: 1 })).code).toBe('200');
    const answers = [await get(key, '/openapi/v1/self'), await get(key, '/openapi/v1/self')];
    expect(answers.map(({ code }) => code ?? '200')).toEqual(['200', '4290902']);
    under.clock.advance(1_000);
    expect((await get(key, '/openapi/v1/self')).status).toBe(200);
  });

  it('makes a draft only of what nobody called, and serves none', async () => {
    expect((await edit('open.cards', { state: 'draft' })).code).toBe('4090907');
    expect((await edit('open.task', { state: 'draft' })).code).toBe('200');
    const key = await makeKey(agent, { scopes: ['task.read'] });
    expect((await get(key, '/openapi/v1/tasks/T1')).code).toBe('4040001');
    const document = (await under.app.http.inject('/openapi/v1/openapi.json')).json();
    expect(Object.keys(document.paths)).not.toContain('/openapi/v1/tasks/{taskNo}');
    const doc = await agent.ask(readApiDoc);
    expect(doc.interfaces.map(({ name }) => name)).not.toContain('open.task');
    expect(doc.interfaces.find(({ name }) => name === 'open.self')).toMatchObject({
      isPermitted: true,
      ownKeys: doc.ownKeys,
    });
    expect((await agent.call(readApiDocInterface, { query: { name: 'open.task' } })).code).toBe('4040904');
    expect((await edit('open.task', {})).code).toBe('200');
    const { operation } = await agent.ask(readApiDocInterface, { query: { name: 'open.task' } });
    expect(operation).toMatchObject({ operationId: 'open.task' });
  });
});

describe('an end', () => {
  const announce = async (more: object = {}) => {
    const { version } = await rowOf('open.tags');
    const endsAt = new Date(under.clock.now().getTime() + 30 * DAY).toISOString();
    return admin.call(api.deprecateOpenInterface, {
      body: { name: 'open.tags', version, endsAt, replacedBy: null, ...more },
    });
  };

  it('is told to exactly those whose keys called it, and in a header of every call until its day', async () => {
    const [caller, other] = [await makeKey(agent), await makeKey(rival)];
    await get(caller, TAGS);
    await get(other, CARDS);
    const soon = await announce({ endsAt: under.clock.now().toISOString() });
    expect(soon.data).toMatchObject({ errors: [{ field: 'endsAt' }] });
    expect((await announce({ replacedBy: 'open.nothing' })).data).toMatchObject({ errors: [{ field: 'replacedBy' }] });
    expect((await announce({ replacedBy: 'open.card' })).data).toEqual({ told: 1 });
    expect((await announce()).code).toBe('4090906');
    await under.work();
    await expect.poll(() => inboxOf(agent), { timeout: 30_000 }).toEqual([expect.stringContaining('查询标签')]);
    expect(await inboxOf(rival)).toEqual([]);
    const call = await get(caller, TAGS);
    expect([call.status, call.headers['deprecation'], call.headers['link']]).toEqual([
      200,
      expect.stringMatching(/^@\d+$/),
      expect.stringContaining('</openapi/v1/cards/:iccid>; rel="successor-version"'),
    ]);
    const document = (await under.app.http.inject('/openapi/v1/openapi.json')).json();
    expect(document.paths[TAGS].get).toMatchObject({ deprecated: true });
    const { version } = await rowOf('open.tags');
    await admin.ask(api.reviveOpenInterface, { body: { name: 'open.tags', version } });
    expect((await get(caller, TAGS)).headers['sunset']).toBeUndefined();
  });
});

describe('a key with limits', () => {
  it('spends its quota of the day, and has a new one tomorrow', async () => {
    const key = await makeKey(agent, { dailyQuota: 2 });
    const codes = [];
    for (let call = 0; call < 3; call += 1) codes.push((await get(key, CARDS)).code ?? '200');
    expect(codes).toEqual(['200', '200', '4290903']);
    const [row] = (await agent.ask(listApiKeys, { query: { id: [key.id] } })).list;
    expect(row).toMatchObject({ dailyQuota: 2, callsToday: 3 });
  });

  it('is found by an interface it called within 90 days, refused calls too', async () => {
    const [called, quiet] = [await makeKey(agent, {}), await makeKey(agent, {})];
    const hour = new Date(Math.floor(under.clock.now().getTime() / 3_600_000) * 3_600_000);
    const call = { interface: 'open.sessions', calls: 1, errors: 1 };
    await under.db
      .insertInto('open_api.call_hour')
      .values([
        { ...call, key_id: called.id, hour },
        { ...call, key_id: quiet.id, hour: new Date(hour.getTime() - 91 * 86_400_000) },
      ] as never)
      .execute();
    const found = async (calledInterface: string) =>
      (await agent.ask(listApiKeys, { query: { calledInterface } as never })).list.map((row) => row.id);
    expect(await found('Sessions')).toEqual([called.id]);
    expect(await found('open.nothing')).toEqual([]);
  });

  it('knows the cards of its carriers and products only', async () => {
    const [{ platform }] = (await under.db.selectFrom('cards.card').select('platform').execute()) as [{ platform: 1 }];
    const there = await makeKey(agent, { platforms: [platform] });
    const elsewhere = await makeKey(agent, { platforms: [6], scopes: ['card.read', 'card.write'] });
    const ofProduct = await makeKey(agent, { productCodes: ['NO-SUCH-PRODUCT'] });
    expect((await get(there, CARDS)).body.total).toBe(2);
    for (const key of [elsewhere, ofProduct]) {
      expect((await get(key, CARDS)).body.total).toBe(0);
      expect((await get(key, `${CARDS}/${iccid(1)}`)).status).toBe(404);
    }
    const remark = { iccids: [iccid(1)], remark: '不该写上' };
    const refused = await signed(under, elsewhere, 'POST', `${CARDS}/remark`, { body: remark });
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });
});

// The test moves the clock, which ends the console's sessions.
describe('an interface whose day has come', () => {
  it('answers no more, and says so', async () => {
    const key = await makeKey(agent);
    await get(key, TAGS);
    const { version } = await rowOf('open.tags');
    const endsAt = new Date(under.clock.now().getTime() + 2 * DAY).toISOString();
    await admin.ask(api.deprecateOpenInterface, { body: { name: 'open.tags', version, endsAt, replacedBy: null } });
    under.clock.advance(2 * DAY - 60_000);
    expect((await get(key, TAGS)).status).toBe(200);
    under.clock.advance(60_000);
    expect(await get(key, TAGS)).toMatchObject({ status: 404, code: '4040903' });
  });
});
