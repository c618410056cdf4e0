import { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import { switchCarrierFamily } from '@cardinal/contract/api/settings/settings.ts';
import { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordOperation } from './domains/audit/face.ts';
import { refreshCardCounters, writeEvents } from './domains/cards/face.ts';
import { DOMAINS } from './domains.ts';

/** Hides China Telecom and the international carrier (`contract/siteSettings`). */
const HIDING = 'unicom.localhost';
const OPEN = 'cardinal.localhost';
const HIDDEN = [3, 6] as const;

/**
 * Endpoints that name hidden carriers anyway: words of menus and permissions, the settings of the hiding itself, and the one
 * tile whose totals cover all hosts and are labelled as such.
 */
const ALL_THE_SAME = new Set(['dashboardTiles.carriers', 'platformSettings.detail']);

const under = await forThisFile(testApp({ demo: 'all' }));
const admin = await under.as('admin');
const accounts = await under.db.selectFrom('carriers.account').select('name').where('platform', 'in', HIDDEN).execute();
const products = await under.db
  .selectFrom('catalogue.product')
  .select('name')
  .where('platform', 'in', HIDDEN)
  .execute();
const names = [...accounts, ...products].map(({ name }) => name);

const isList = (endpoint: Endpoint): endpoint is Endpoint & ListEndpoint => 'defaultSort' in endpoint;
const asksForNothing = ({ query }: Endpoint) => query.safeParse({}).success;

/** The console's list query on that host: it filters by the visible carriers. */
const queryOf = (endpoint: Endpoint, host: string) => {
  if (!isList(endpoint)) return {};
  const shown = 'platform' in endpoint.fields && host === HIDING ? { platform: [1, 2, 4, 5, 7] } : {};
  return { pageNum: 1, pageSize: 200, ...shown };
};

async function namedBy(endpoint: Endpoint, host: string): Promise<string[]> {
  const { code, data } = await admin.call(endpoint, {
    query: queryOf(endpoint, host),
    raw: { headers: { host } },
  } as never);
  const written = code === '200' ? JSON.stringify(data) : '';
  return names.filter((name) => written.includes(JSON.stringify(name)));
}

const questions = DOMAINS.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)).filter(
  (endpoint) =>
    endpoint.method === 'GET' &&
    endpoint.kind === 'json' &&
    !endpoint.path.includes(':') &&
    asksForNothing(endpoint) &&
    !ALL_THE_SAME.has(endpoint.name),
);

/** On the default host these contain nothing of carriers that are not offered either. */
const ALL_THE_SAME_ASKED = DOMAINS.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)).filter(({ name }) =>
  ALL_THE_SAME.has(name),
);

test('a host that hides a carrier names none of its accounts and products in any list; another host names them', async () => {
  const told: string[] = [];
  const open = new Set<string>();
  for (const endpoint of questions) {
    const named = await namedBy(endpoint, HIDING);
    if (named.length > 0) told.push(`${endpoint.name}: ${named.join(', ')}`);
    if ((await namedBy(endpoint, OPEN)).length > 0) open.add(endpoint.name);
  }
  expect(told).toEqual([]);
  expect(open.size).toBeGreaterThan(10);
}, 240_000);

test('a carrier that is not offered is named in no list of any host, and in none of their totals; its cards open by number', async () => {
  const platform = Platform.values.Gd;
  const own = async (table: 'carriers.account' | 'catalogue.product') =>
    (await under.db.selectFrom(table).select('name').where('platform', '=', platform).execute()).map(
      ({ name }) => name,
    );
  const cards = await under.db
    .selectFrom('cards.card')
    .select(['iccid', 'kind', 'customer_id'])
    .where('platform', '=', platform)
    .execute();
  expect(cards.length).toBeGreaterThan(0);
  const notOffered = [
    ...(await own('carriers.account')),
    ...(await own('catalogue.product')),
    ...cards.map(({ iccid }) => iccid),
  ];
  const told: string[] = [];
  for (const endpoint of [...questions, ...ALL_THE_SAME_ASKED]) {
    const { code, data } = await admin.call(endpoint, {
      query: queryOf(endpoint, OPEN),
      raw: { headers: { host: OPEN } },
    } as never);
    const written = code === '200' ? JSON.stringify(data) : '';
    const named = notOffered.filter((name) => written.includes(JSON.stringify(name)));
    if (named.length > 0) told.push(`${endpoint.name}: ${named.slice(0, 3).join(', ')}`);
  }
  expect(told).toEqual([]);

  const card = cards.find(({ kind }) => kind === CardKind.values.flow) as (typeof cards)[number];
  const totalOf = async (query: object) =>
    (
      await admin.ask(listCards, {
        query: { kind: CardKind.values.flow, pageNum: 1, pageSize: 10, ...query } as never,
        raw: { headers: { host: OPEN } },
      })
    ).total;
  expect(await totalOf({ identifierType: 1, identifiers: card.iccid })).toBe(1);
  await refreshCardCounters(under.app.systemContext('test'));
  const all = await under.db
    .selectFrom('cards.card')
    .select(sql<string>`count(*)`.as('n'))
    .where('kind', '=', CardKind.values.flow)
    .where('platform', '!=', platform)
    .executeTakeFirstOrThrow();
  expect(await totalOf({})).toBe(Number(all.n));
  const counted = await under.db
    .selectFrom('cards.card_counter')
    .select('n')
    .where('platform', '=', platform)
    .execute();
  expect(counted).toEqual([]);

  const total = await totalOf({});
  await admin.ask(switchCarrierFamily, { body: { carrier: 'Gd', isOn: true } });
  expect(await totalOf({})).toBeGreaterThan(total);
  await admin.ask(switchCarrierFamily, { body: { carrier: 'Gd', isOn: false } });
  expect(await totalOf({})).toBe(total);
}, 240_000);

test('neither the histories of cards nor the operation log name what is not offered; of one card both are told', async () => {
  const at = { raw: { headers: { host: OPEN } } };
  const page = { pageNum: 1, pageSize: 100 };
  const { id, iccid, customer_id } = await under.db
    .selectFrom('cards.card')
    .select(['id', 'iccid', 'customer_id'])
    .where('platform', '=', Platform.values.Gd)
    .executeTakeFirstOrThrow();
  await under.app.systemContext('test').transact(async (ctx) => {
    await writeEvents(ctx, [{ cardId: id, iccid, customerId: customer_id, action: 'edit_remark', result: 'done' }]);
    const change = { endpoint: 'cards.refresh', permission: 'card.sync', result: 'done', code: '200' } as const;
    await recordOperation(ctx, {
      ...change,
      objectKind: 'card',
      objectId: id,
      summary: iccid,
      customerId: customer_id,
    });
  });
  const lines = async (query: object) =>
    (await admin.ask(listCardEvents, { query: { ...page, ...query } as never, ...at })).list.map((line) => line.iccid);
  const rows = async (query: object) =>
    (await admin.ask(listOperations, { query: { ...page, ...query } as never, ...at })).list.map((row) => row.summary);
  const recent = { atFrom: new Date(under.clock.now().getTime() - 60_000).toISOString() };
  expect(await lines(recent)).not.toContain(iccid);
  expect(await lines({ cardId: id })).toContain(iccid);
  expect(await rows(recent)).not.toContain(iccid);
  expect(await rows({ objectKind: ['card'], objectId: id })).toContain(iccid);
  await admin.ask(switchCarrierFamily, { body: { carrier: 'Gd', isOn: true } });
  expect(await lines(recent)).toContain(iccid);
  expect(await rows(recent)).toContain(iccid);
  await admin.ask(switchCarrierFamily, { body: { carrier: 'Gd', isOn: false } });
});

test('a task over cards of several carriers keeps its line, which names none that is hidden', async () => {
  const cardOf = (platform: number) =>
    under.db
      .selectFrom('cards.card')
      .select(['id', 'iccid', 'customer_id'])
      .where('platform', '=', platform)
      .executeTakeFirstOrThrow();
  const hidden = await cardOf(Platform.values.Gd);
  const shown = await cardOf(Platform.values.Lt);
  const write = (taskId: string, cards: readonly (typeof shown)[]) =>
    under.app.systemContext('test').transact((ctx) =>
      writeEvents(
        ctx,
        cards.map(({ id, iccid }, n) => ({
          cardId: id,
          iccid,
          customerId: shown.customer_id,
          action: 'edit_remark' as const,
          result: 'done' as const,
          taskId,
          reason: `line ${n}`,
          at: new Date(ctx.clock.now().getTime() + n),
        })),
      ),
    );
  await write('7001', [hidden, shown]);
  await write('7002', [hidden, hidden]);
  const { list, total } = await admin.ask(listCardEvents, {
    query: { folded: true, taskId: ['7001', '7002'], pageNum: 1, pageSize: 10 } as never,
    raw: { headers: { host: OPEN } },
  });
  expect([total, list.map(({ taskId, iccid, reason }) => [taskId, iccid, reason])]).toEqual([
    1,
    [['7001', shown.iccid, 'line 1']],
  ]);
  const [lead] = list;
  const under7001 = await admin.ask(listCardEvents, {
    query: { under: lead?.id, underAt: lead?.at, pageNum: 1, pageSize: 10 } as never,
    raw: { headers: { host: OPEN } },
  });
  expect(under7001.list.map(({ iccid }) => iccid)).toEqual([shown.iccid]);
});

test('asked for exactly it is found on every host', async () => {
  const options = questions.find(({ name }) => name === 'products.options') as Endpoint;
  const product = await under.db
    .selectFrom('catalogue.product')
    .select(['id', 'name'])
    .where('platform', 'in', HIDDEN)
    .where('state', '=', 'on')
    .executeTakeFirstOrThrow();
  const found = await admin.ask(options, { query: { id: product.id }, raw: { headers: { host: HIDING } } } as never);
  expect(JSON.stringify(found)).toContain(product.name);
});
