import { text } from 'node:stream/consumers';
import { locateCards, locationNotAuthorized, revealPositions } from '@cardinal/contract/api/cardLookups/positioning.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { peekCard, readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { globalSearch } from '@cardinal/contract/api/cardViews/search.ts';
import { readCardMoment, readCardTimeline } from '@cardinal/contract/api/cardViews/timeMachine.ts';
import { bindDisplayStrategy, displayStrategies } from '@cardinal/contract/api/control/displayStrategies.ts';
import { readConsumption } from '@cardinal/contract/api/metering/consumption.ts';
import { createApiKey } from '@cardinal/contract/api/openApi/keys.ts';
import { orderExport } from '@cardinal/contract/api/tasks/downloads.ts';
import { readDailyUsage } from '@cardinal/contract/api/usage/usage.ts';
import type { DisplayPart } from '@cardinal/contract/enumerations/control.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { addCards, card, cardsUnderTest, iccid, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { afterEach, expect, test } from 'vitest';
import { storedFile } from '../../framework/storedFiles.ts';
import { signed } from './signedUnderTest.ts';

const ENTERPRISE = '12';
const ALL: DisplayPart[] = ['status', 'imei', 'location', 'remaining', 'daily', 'carrier'];
const without = (...parts: DisplayPart[]) => ALL.filter((part) => !parts.includes(part));
const IMEI = '867530090210017';
const LOCKED = '867530090210025';
const NUMBER = '1064012345678';
const MB = 1_048_576;

const under = await forThisFile(cardsUnderTest());
await allow(under, 'admin', ['detailStrategy.view', 'detailStrategy.edit', 'detailStrategy.bind']);
await allow(under, 'agent', [
  'detailStrategy.view',
  'detailStrategy.edit',
  'detailStrategy.bind',
  'cardPositioning.view',
]);
await allow(under, 'enterprise', ['cardPositioning.view', 'cardPositioning.query', 'flowCard.export', 'apiKey.create']);
await addCards(under, [
  { n: 1, customerId: ENTERPRISE },
  { n: 2, customerId: ENTERPRISE },
]);
const product = await sellProduct(under.ctx, {
  carrierAccountId: under.accountId,
  customerIds: ['10', { to: '12', from: '10' }],
});
await under.db
  .updateTable('cards.card')
  .set({
    imei: IMEI,
    bound_imei: LOCKED,
    business_number: NUMBER,
    product_code: product,
    flow_used: String(1_700 * MB + 1),
    flow_total: String(2_048 * MB),
    used_today: String(7 * MB + 1),
    usage_at: under.clock.now(),
  })
  .where('iccid', '=', iccid(1))
  .execute();
const { id } = await card(under, 1);
const [admin, agent, enterprise] = [await under.as('admin'), await under.as('agent'), await under.as('enterprise')];

let made = 0;
/** A strategy that shows everything but what is said, bound to the enterprise unless said otherwise. */
async function strategy(
  part: Partial<BodyOf<typeof displayStrategies.create>>,
  { who = admin, ...to }: { who?: Caller; customerIds?: string[]; productCodes?: string[] } = {
    customerIds: [ENTERPRISE],
  },
): Promise<void> {
  made += 1;
  const { id: strategyId } = await who.ask(displayStrategies.create, {
    body: {
      name: `策略 ${made}`,
      audience: 'child',
      shows: ALL,
      unit: 'fitting',
      decimals: 2,
      masksNumbers: false,
      historyMonths: 24,
      ...part,
    },
  });
  const bound = { packageIds: [], productCodes: [], customerIds: [], ...to };
  await who.ask(bindDisplayStrategy, { body: { id: strategyId, version: 1, ...bound } });
}
afterEach(() => under.db.deleteFrom('control.display_strategy').execute());

const rowOf = async (who: Caller) => (await who.ask(listCards, { query: { iccid: iccid(1) } })).list[0];
const codeOf = async (who: Caller, query: object) => (await who.call(listCards, { query: query as never })).status;

async function exported(who: Caller, columns: string[]): Promise<string> {
  // The same file may be ordered again after a minute.
  under.clock.advance(61_000);
  const order = { list: listCards.name, format: 'csv' as const, columns, query: { iccid: iccid(1) } };
  const { downloadId } = await who.ask(orderExport, { body: order });
  await workOff(under);
  const stored = await storedFile(under.ctx, `downloads/${downloadId}.csv`);
  return text((stored as NonNullable<typeof stored>).stream());
}

test('a device hidden from child customers is in no list, detail, search, history, file or API of theirs, and in all of the owner', async () => {
  const everywhere = async (who: Caller) => {
    const [detail, peek, moment, timeline] = [
      await who.ask(readCard, { query: { iccid: iccid(1) } }),
      await who.ask(peekCard, { query: { id } }),
      await who.ask(readCardMoment, { query: { id } }),
      await who.ask(readCardTimeline, { query: { id } }),
    ];
    return JSON.stringify([
      await rowOf(who),
      detail,
      peek,
      moment,
      timeline,
      await exported(who, ['iccid', 'imei', 'boundImei']),
    ]);
  };
  const key = await enterprise.ask(createApiKey, { body: { name: 'ERP', scopes: ['card.read'], addresses: [] } });
  const called = async () => JSON.stringify((await signed(under, key, 'GET', `/openapi/v1/cards/${iccid(1)}`)).body);
  for (const who of [agent, enterprise]) expect(await everywhere(who)).toContain(IMEI);
  expect(await called()).toContain(IMEI);

  await strategy({ shows: without('imei') });
  const seen = `${await everywhere(enterprise)}${await called()}`;
  for (const number of [IMEI, LOCKED]) expect(seen).not.toContain(number);
  expect(seen).toContain(NUMBER);
  expect(await everywhere(agent)).toContain(IMEI);
  expect((await enterprise.ask(readCard, { query: { iccid: iccid(1) } })).hides).toEqual(['imei']);
  // Finding by it would tell it.
  for (const query of [
    { imei: IMEI },
    { imei_contains: '8675' },
    { imei_present: true },
    { imeiChangedSince: '2020-01-01T00:00:00Z' },
  ])
    expect(await codeOf(enterprise, query)).toBe(422);
  for (const query of [
    { q: IMEI },
    { q: IMEI.slice(0, 8) },
    { identifiers: IMEI, identifierType: 4 },
    { identifiers: IMEI, identifierType: 0 },
  ]) {
    expect((await enterprise.ask(listCards, { query: query as never })).total, JSON.stringify(query)).toBe(0);
    expect((await agent.ask(listCards, { query: query as never })).total, JSON.stringify(query)).toBe(1);
  }
  for (const q of [IMEI, IMEI.slice(0, 8)]) {
    expect((await enterprise.ask(globalSearch, { query: { q } })).cards).toEqual([]);
    expect((await agent.ask(globalSearch, { query: { q } })).cards).toHaveLength(1);
  }
  expect((await enterprise.ask(globalSearch, { query: { q: NUMBER } })).cards).toHaveLength(1);
});

test('volumes are rounded down and never up, by the coarsest of all who round; what is left and its days are hidden', async () => {
  await strategy({ unit: 'GB', decimals: 1 });
  await strategy({ unit: 'MB', decimals: 0 }, { who: agent, customerIds: [ENTERPRISE] });
  const row = await rowOf(enterprise);
  expect(row).toMatchObject({
    flowUsed: String(Math.ceil(1_638.4 * MB)),
    flowTotal: String(2_048 * MB),
    usedToday: '0',
  });
  expect(await rowOf(agent)).toMatchObject({ flowUsed: String(1_700 * MB + 1), usedToday: String(7 * MB + 1) });
  await under.db.deleteFrom('control.display_strategy').execute();

  await strategy({ shows: without('remaining', 'daily') });
  expect(await rowOf(enterprise)).toMatchObject({ flowTotal: null, usedToday: null });
  for (const query of [{ sort: '-usedToday' }, { usedPercentFrom: 50 }])
    expect(await codeOf(enterprise, query)).toBe(422);
  for (const ask of [readDailyUsage, readConsumption] as const) {
    const answer = await enterprise.call(ask, { query: { cardId: id } });
    expect(answer.code).toBe(noPermission.code);
  }
  expect(await exported(enterprise, ['iccid', 'flowTotal'])).not.toContain(String(2_048 * MB));
});

test('no day before the history that is shown', async () => {
  await strategy({ historyMonths: 1 });
  const today = under.clock.now().toISOString().slice(0, 7);
  const { days } = await enterprise.ask(readDailyUsage, { query: { cardId: id, days: 60 } });
  expect(days.every(({ day }) => day.startsWith(today))).toBe(true);
  expect((await agent.ask(readDailyUsage, { query: { cardId: id, days: 60 } })).days).toHaveLength(60);
});

test('numbers are masked in every list and file, and found by the whole of them only', async () => {
  await strategy({ masksNumbers: true });
  expect(await rowOf(enterprise)).toMatchObject({ businessNumber: '106****5678', iccid: iccid(1) });
  expect(await exported(enterprise, ['iccid', 'businessNumber'])).toContain('106****5678');
  expect((await enterprise.ask(listCards, { query: { businessNumber: NUMBER } })).total).toBe(1);
  expect(await codeOf(enterprise, { sort: 'businessNumber' })).toBe(422);
  const { masked, concealed } = await enterprise.ask(listCards, { query: {} });
  expect([masked?.includes('businessNumber'), concealed]).toEqual([true, undefined]);
  expect((await rowOf(agent))?.businessNumber).toBe(NUMBER);
});

test('the narrowest binding of an owner holds, and of several owners the strictest', async () => {
  await strategy({ shows: without('imei') });
  await strategy({}, { productCodes: [product] });
  expect((await rowOf(enterprise))?.imei).toBe(IMEI);
  await strategy({ shows: without('imei') }, { who: agent, customerIds: [ENTERPRISE] });
  expect((await rowOf(enterprise))?.imei).toBeNull();
  // Off, it hides nothing.
  await under.db.updateTable('control.display_strategy').set({ is_enabled: false }).execute();
  expect((await rowOf(enterprise))?.imei).toBe(IMEI);
});

test('a strategy for their systems leaves their screens alone', async () => {
  const key = await enterprise.ask(createApiKey, { body: { name: 'WMS', scopes: ['card.read'], addresses: [] } });
  await strategy({ audience: 'api', shows: without('imei') });
  expect((await rowOf(enterprise))?.imei).toBe(IMEI);
  const { body } = await signed(under, key, 'GET', '/openapi/v1/cards');
  expect(JSON.stringify(body)).not.toContain(IMEI);
});

test('where a card is hidden, its place is neither asked for nor revealed', async () => {
  under.clock.advance(13 * 3_600_000);
  const [own, above] = [await under.anew('enterprise'), await under.anew('admin')];
  const { taskId } = await own.ask(locateCards, { body: { numbers: iccid(1), purpose: '盘点' } });
  await workOff(under);
  expect((await own.ask(revealPositions, { body: { taskId } })).positions).toHaveLength(1);
  await strategy({ shows: without('location') }, { who: above, customerIds: [ENTERPRISE] });
  expect((await own.ask(revealPositions, { body: { taskId } })).positions).toEqual([]);
  const again = await own.call(locateCards, { body: { numbers: iccid(1), purpose: '盘点' } });
  expect(again.code).toBe(locationNotAuthorized.code);
});

test('who runs cards is always shown their status and carrier', async () => {
  const refused = await (await under.anew('admin')).call(displayStrategies.create, {
    body: {
      name: '不见状态',
      audience: 'child',
      shows: ['imei'],
      unit: 'GB',
      decimals: 1,
      masksNumbers: false,
      historyMonths: 1,
    },
  });
  expect(refused.data).toMatchObject({ errors: [{ field: 'shows', message: '该对象始终可见：卡状态 / 运营商名称' }] });
});
