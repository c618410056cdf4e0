import type { OrderResult } from '@cardinal/contract/api/openApi/eventInterfaces.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { card, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { openOrdersUnderTest } from '@cardinal/testing/openOrdersUnderTest.ts';
import { addRecord, ordersWorkOff } from '@cardinal/testing/ordersUnderTest.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { tellCustomers } from '../customerEvents/face.ts';
import { sweepRecords } from '../orders/records/sweepRecords.ts';
import { signed } from './signedUnderTest.ts';

const DAY_MS = 86_400_000;

const under = await forThisFile(cardsUnderTest());
const { product, packageCode, keyOf, newCards } = await openOrdersUnderTest(under);
const child = await under.as('enterprise');
const keys = {
  child: await keyOf(child),
  agent: await keyOf(await under.as('agent')),
  rival: await keyOf(await under.as('rival')),
  operator: await keyOf(await under.as('operator')),
  reader: await keyOf(child, { scopes: ['card.read'] }),
};
type Who = keyof typeof keys;
const get = (who: Who, query = '') => signed(under, keys[who], 'GET', '/openapi/v1/events', query ? { query } : {});
const post = (who: Who, path: string, body: unknown) =>
  signed(under, keys[who], 'POST', `/openapi/v1/${path}`, { body });
/** Everything behind what was read before, and the last id. */
async function news(who: Who, after = '0') {
  const { body } = await get(who, `after=${after}&limit=1000`);
  return { list: body.list as Record<string, unknown>[], next: body.next as string };
}

test('an order is told to who pays and who ordered, each package to the owner of its card, and to nobody beside', async () => {
  const iccids = (await newCards(3)).map(iccid);
  const accepted = await post('child', 'orders', { outOrderNo: 'EV-1', packageCode, iccids });
  expect((await news('child')).list).toEqual([]);
  await under.db
    .updateTable('cards.card')
    .set({ carrier_status: 'RETIRED' })
    .where('iccid', '=', iccids[2] as string)
    .execute();
  await ordersWorkOff(under, accepted.body);
  const { list, next } = await news('child');
  expect(list.map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(next).toBe('3');
  expect(list.slice(0, 2)).toEqual(
    iccids.slice(0, 2).map((each) => ({
      id: expect.any(String),
      at: expect.any(String),
      type: 'package_activation_expiry_info',
      iccid: each,
      data: {
        change: 'activated',
        packageName: '1GB 月包',
        isMain: true,
        startsAt: expect.any(String),
        endsAt: expect.any(String),
      },
    })),
  );
  const result = {
    orderNo: accepted.body.orderNo,
    outOrderNo: 'EV-1',
    packageName: '1GB 月包',
    state: FulfilmentState.values.partly,
    lines: 3,
    settledLines: 2,
    failedLines: 1,
  };
  expect(list[2]).toMatchObject({ type: 'order_result', data: result });
  expect(list[2]).not.toHaveProperty('iccid');
  expect((await get('child', 'type=order_result')).body.list).toMatchObject([{ id: '3', data: result }]);
  for (const who of ['agent', 'rival', 'operator'] as const) expect((await news(who)).list).toEqual([]);

  const [one] = (await newCards(1)).map(iccid);
  const named = await post('operator', 'orders', { outOrderNo: 'P-1', packageCode, iccids: [one], payerId: '12' });
  await ordersWorkOff(under, named.body);
  expect((await news('operator')).list).toMatchObject([{ id: '1', data: { outOrderNo: 'P-1', settledLines: 1 } }]);
  const paid = await news('child', next);
  expect(paid.list).toMatchObject([{ iccid: one }, { data: { orderNo: named.body.orderNo, outOrderNo: null } }]);
});

test('a key for other carriers or products sees no event of the cards, and the same results of orders', async () => {
  const narrowed = async (limits: { platforms?: Platform[]; productCodes?: string[] }) => {
    const key = await keyOf(child, limits);
    const { body: answer } = await signed(under, key, 'GET', '/openapi/v1/events', { query: 'limit=1000' });
    return answer.list as Record<string, unknown>[];
  };
  const { list } = await news('child');
  const results = list.filter(({ type }) => type === 'order_result');
  expect(results.length).toBeLessThan(list.length);
  const platform = (await card(under, 1)).platform as Platform;
  const another = Platform.options.map(({ value }) => value).find((value) => value !== platform) as Platform;
  expect(await narrowed({ platforms: [another] })).toEqual(results);
  expect(await narrowed({ productCodes: ['OTHER'] })).toEqual(results);
  expect(await narrowed({ platforms: [platform], productCodes: [product] })).toEqual(list);
});

test('packages that begin, end and are given back are told in the order in which it happened, at their own moments', async () => {
  const { next: before } = await news('child');
  const renewed = await post('child', 'orders/renew', { outOrderNo: 'EV-2', packageCode, iccids: [iccid(1)] });
  await ordersWorkOff(under, renewed.body);
  const given = await post('child', 'orders/refund', { iccids: [iccid(1)], usages: 'using' });
  await ordersWorkOff(under, given.body);
  const changes = (await news('child', before)).list.filter((event) => event['iccid'] === iccid(1));
  expect(changes).toMatchObject([{ data: { change: 'unsubscribed' } }, { data: { change: 'activated' } }]);

  const [n] = await newCards(1);
  const own = await card(under, n as number);
  for (const day of [0, 30, 60]) await addRecord(under, own, day, day + 30);
  const start = under.clock.now().getTime();
  const { next } = await news('child');
  await sweepRecords(under.ctx);
  under.clock.advance(31 * DAY_MS);
  await sweepRecords(under.ctx);
  const told = await news('child', next);
  const ofCard = told.list.filter((event) => event['iccid'] === own.iccid);
  expect(ofCard).toMatchObject([
    { at: new Date(start).toISOString(), data: { change: 'activated', packageName: '套餐 0' } },
    { at: new Date(start + 30 * DAY_MS).toISOString(), data: { change: 'expired', packageName: '套餐 0' } },
    { at: new Date(start + 30 * DAY_MS).toISOString(), data: { change: 'activated', packageName: '套餐 30' } },
  ]);
});

test('pages follow one another without a gap, the same whenever they are read', async () => {
  const all = await news('child');
  const pieces: unknown[] = [];
  let after = '0';
  for (let hasMore = true; hasMore; ) {
    const { body } = await get('child', `after=${after}&limit=2`);
    pieces.push(...body.list);
    ({ next: after, hasMore } = body);
  }
  expect(pieces).toEqual(all.list);
  expect(after).toBe(all.next);
  expect((await get('child', `after=${after}`)).body).toEqual({ list: [], next: after, hasMore: false });
});

const factsOf = (orderNo: string): OrderResult => ({
  orderNo,
  outOrderNo: null,
  packageName: '1GB 月包',
  state: FulfilmentState.values.success,
  lines: 1,
  settledLines: 1,
  failedLines: 0,
});
const orderNosOf = ({ list }: Awaited<ReturnType<typeof news>>) =>
  list.map(({ data }) => (data as OrderResult).orderNo);
const tell = (orderNo: string) =>
  under.ctx.transact((inside) =>
    tellCustomers(inside, [
      { customerId: '12', type: 'order_result', happenedAt: under.clock.now(), facts: factsOf(orderNo) },
    ]),
  );

test('what a long transaction tells comes behind what was read meanwhile; what is rolled back is not told', async () => {
  const { next } = await news('child');
  const long = new pg.Client({ connectionString: under.ownerUrl });
  await long.connect();
  const tellSlowly = (orderNo: string) =>
    long.query(
      `insert into customer_events.event (id, at, happened_at, customer_id, type, facts)
        values ($1, $2, $2, 12, 'order_result', $3)`,
      [under.ctx.ids.next(), under.clock.now(), factsOf(orderNo)],
    );
  try {
    await long.query('begin');
    await tellSlowly('late');
    await tell('meanwhile');
    const first = await news('child', next);
    expect(orderNosOf(first)).toEqual(['meanwhile']);
    await long.query('commit');
    await long.query('begin');
    await tellSlowly('never');
    await long.query('rollback');
    const second = await news('child', first.next);
    expect(orderNosOf(second)).toEqual(['late']);
    expect(BigInt(second.next)).toBe(BigInt(first.next) + 1n);
  } finally {
    await long.end();
  }
});

test('twenty readers at once read the same events under the same ids', async () => {
  const { next } = await news('child');
  const told = Array.from({ length: 50 }, (_, at) => `N${at}`);
  for (const orderNo of told) await tell(orderNo);
  const answers = await Promise.all(Array.from({ length: 20 }, () => news('child', next)));
  for (const each of answers) {
    expect(orderNosOf(each)).toEqual(told);
    expect(each).toEqual(answers[0]);
  }
});

test('a reader of one type goes past any number of events of others by an index', async () => {
  await sql`
    insert into customer_events.event (id, at, happened_at, customer_id, place, type, facts)
    select 100000 + n, ${under.clock.now()}, ${under.clock.now()}, 20, n, 'order_result', ${factsOf('many')}
    from generate_series(1, 20000) n`.execute(under.db);
  const owner = new pg.Client({ connectionString: under.ownerUrl });
  await owner.connect();
  await owner.query('analyze customer_events.event');
  await owner.end();
  const type = 'package_activation_expiry_info';
  expect((await get('rival', `type=${type}`)).body).toEqual({ list: [], next: '0', hasMore: false });
  const { rows } = await sql`
    explain (analyze, format json) select place from customer_events.event
    where customer_id = 20 and place > 0 and type = ${type} order by place limit 101`.execute(under.db);
  expect(JSON.stringify(rows)).toContain('type_place');
  // Small partitions are read as they are; nowhere are the others read and thrown away.
  expect(JSON.stringify(rows)).not.toMatch(/Rows Removed by Filter":\d{3}/);
});

test('a key without the scope is refused, wrong questions at their field', async () => {
  expect((await get('reader')).status).toBe(403);
  for (const [query, field] of [
    ['after=-1', 'after'],
    ['after=1e3', 'after'],
    [`after=${'9'.repeat(19)}`, 'after'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['type=sms_mo_received', 'type'],
  ] as const) {
    const answer = await get('child', query);
    expect([query, answer.status, answer.body.errors?.[0]?.field]).toEqual([query, 422, field]);
  }
  expect((await get('child', `after=${'9'.repeat(18)}`)).body.list).toEqual([]);
});

test('nobody rewrites what was told', async () => {
  const app = new pg.Client({ connectionString: under.applicationUrl });
  await app.connect();
  for (const change of [
    `update customer_events.event set facts = '{}'`,
    `update customer_events.event set customer_id = 1`,
    'delete from customer_events.event',
    'truncate customer_events.event',
  ]) {
    await expect(app.query(change), change).rejects.toMatchObject({ code: '42501' });
  }
  await app.end();
});
