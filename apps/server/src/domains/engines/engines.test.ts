import { startOnlineLookup } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import { locateCards } from '@cardinal/contract/api/cardLookups/positioning.ts';
import { listEnginePrices, setEnginePrice } from '@cardinal/contract/api/engines/customerPrices.ts';
import {
  editEngine,
  listEngines,
  priceEngine,
  readEngineImpact,
  shelveEngine,
} from '@cardinal/contract/api/engines/engines.ts';
import {
  belowParentPrice,
  engineCardsExceeded,
  engineNotSubscribed,
  engineOffShelf,
  engineRunsAlready,
  engineUnitInUse,
  platformNeedsNoEngine,
  subscriptionEnded,
  trialGrantedBefore,
  trialTooLong,
} from '@cardinal/contract/api/engines/refusals.ts';
import {
  grantTrial,
  listEngineUsage,
  listSubscriptions,
  stopSubscription,
} from '@cardinal/contract/api/engines/subscriptions.ts';
import { readMenu } from '@cardinal/contract/api/settings/menu.ts';
import { SubscriptionState } from '@cardinal/contract/enumerations/engine.ts';
import { changedByAnother, invalid, noPermission, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { addCards, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countEngineCards } from './countCards.ts';

const [LOCATION, DIAGNOSIS, ESIM, NUMBERING] = ['1', '2', '3', '4'] as const;

const under = await forThisFile(cardsUnderTest());
await addCards(under, [
  ...Array.from({ length: 6 }, (_, at) => ({ n: at + 1, customerId: '10' })),
  { n: 7, customerId: '12' },
  { n: 8, customerId: '12', status: 'RETIRED' as const },
]);
const [admin, agent, enterprise] = (await Promise.all(
  ['admin', 'agent', 'enterprise'].map((name) => under.as(name)),
)) as [Caller, Caller, Caller];

const engine = async (id: string) => {
  const row = (await admin.ask(listEngines, { query: {} })).list.find((each) => each.id === id);
  if (!row) throw new Error(`No engine ${id}`);
  return row;
};
async function edit(id: string, change: object) {
  const { version, nameZh, nameEn, unit, trialDays, graceDays, access } = await engine(id);
  const body = { id, version, nameZh, nameEn, unit, trialDays, graceDays, access, ...change };
  return admin.call(editEngine, { body: body as never });
}
const shelve = async (id: string, state: 'on' | 'off') =>
  admin.ask(shelveEngine, { body: { id, version: (await engine(id)).version, state } });
const grant = (engineId: string, customerId: string, more: object = {}) =>
  admin.call(grantTrial, { body: { engineId, customerId, days: 7, cardLimit: null, ...more } as never });
const subscriptions = async (query: object) => (await admin.ask(listSubscriptions, { query: query as never })).list;
/** Moving the clock would end the sessions, so the subscriptions of the location engine began earlier. */
const passDays = (days: number) =>
  under.db
    .updateTable('engines.subscription')
    .set((row) => ({
      starts_at: sql<Date>`${row.ref('starts_at')} - make_interval(days => ${days})`,
      ends_at: sql<Date>`${row.ref('ends_at')} - make_interval(days => ${days})`,
      off_at: sql<Date>`${row.ref('off_at')} - make_interval(days => ${days})`,
    }))
    .where('engine_id', '=', LOCATION)
    .execute();
const usage = async (engineId: string, customerId: string) =>
  (await admin.ask(listEngineUsage, { query: { engineId: [engineId], customerId: [customerId] } as never })).list;
const locate = (who: Caller, ...numbers: number[]) =>
  who.call(locateCards, { body: { numbers: numbers.map(iccid).join(','), purpose: '资产盘点' } });

test('engines stand for what the program can do, free for all until somebody says otherwise', async () => {
  const { list } = await admin.ask(listEngines, { query: {} });
  expect(list.map(({ code, access }) => [code, access])).toEqual([
    ['diagnosis', 'free'],
    ['esim', 'free'],
    ['location', 'free'],
    ['numbering', 'free'],
  ]);
  expect(list.find(({ id }) => id === LOCATION)?.unlocks).toEqual(['查询卡片位置']);
  expect((await locate(agent, 1)).code).toBe('200');
  expect((await admin.ask(listEngines, { query: { keyword: 'locat' } })).list).toHaveLength(1);
  // Customers below the platform may see neither the list nor change it.
  for (const answer of [
    await agent.call(listEngines, { query: {} }),
    await agent.call(setEnginePrice, { body: { engineId: LOCATION, customerId: '11', price: '1' } }),
  ]) {
    expect(answer.code).toBe(noPermission.code);
  }
});

test('two editors are told apart; a ladder of discounts is refused at the step that is wrong', async () => {
  const { version } = await engine(LOCATION);
  const price = (more: object) =>
    admin.call(priceEngine, { body: { id: LOCATION, version, listPrice: '10', steps: [], ...more } });
  const wrong = await price({
    steps: [
      { from: 100, folds: '9' },
      { from: 100, folds: '8' },
    ],
  });
  expect(wrong.code).toBe(invalid.code);
  expect(JSON.stringify(wrong)).toContain('steps.1.from');
  expect((await price({ steps: [{ from: 1_000, folds: '9.5' }] })).code).toBe('200');
  expect(await engine(LOCATION)).toMatchObject({ listPrice: '10', steps: [{ from: 1_000, folds: '9.5' }] });
  expect((await price({})).code).toBe(changedByAnother.code);
  expect((await edit('99', {}).catch((error) => error)).message).toContain('No engine');
  expect((await admin.call(shelveEngine, { body: { id: '99', version: 1, state: 'on' } })).code).toBe(notFound.code);
});

test('a price is never below the parent’s; where that rises, the child pays it', async () => {
  const set = (customerId: string, price: string) =>
    admin.call(setEnginePrice, { body: { engineId: LOCATION, customerId, price } });
  expect((await set('10', '8')).code).toBe('200');
  expect(await set('11', '7')).toMatchObject({ code: belowParentPrice.code, message: '不能低于其上级支付的 0.08' });
  expect((await set('11', '9')).code).toBe('200');
  expect((await set('1', '9')).code).toBe(platformNeedsNoEngine.code);
  expect((await set('999', '9')).code).toBe(notFound.code);
  await set('10', '12');
  const { list } = await admin.ask(listEnginePrices, { query: { engineId: [LOCATION] } as never });
  expect(list.find(({ customerId }) => customerId === '11')).toMatchObject({
    price: '9',
    pays: '12',
    parentPays: '12',
    isLifted: true,
  });
});

test('a trial is given once, in bounds, of what is on the shelf; a price then waits for the next month', async () => {
  expect((await grant(NUMBERING, '20')).code).toBe(engineOffShelf.code);
  await shelve(NUMBERING, 'on');
  expect((await grant(NUMBERING, '20', { days: 31 })).code).toBe(trialTooLong.code);
  expect((await grant(NUMBERING, '1')).code).toBe(platformNeedsNoEngine.code);
  expect((await grant(NUMBERING, '20')).code).toBe('200');
  expect((await grant(NUMBERING, '20', { again: true })).code).toBe(engineRunsAlready.code);
  expect((await edit(NUMBERING, { unit: 'call' })).code).toBe(engineUnitInUse.code);
  await admin.ask(setEnginePrice, { body: { engineId: NUMBERING, customerId: '20', price: '700' } });
  const { list } = await admin.ask(listEnginePrices, { query: { engineId: [NUMBERING] } as never });
  expect(list[0]).toMatchObject({ price: '0', pays: '0', nextPrice: '700' });

  const [running] = await subscriptions({ engineId: [NUMBERING], expiring: true });
  expect(running).toMatchObject({ state: 'trial', customerId: '20', cardLimit: null });
  const stop = () => admin.call(stopSubscription, { body: { id: running?.id ?? '', reason: '不再需要' } });
  expect((await stop()).code).toBe('200');
  expect((await stop()).code).toBe(subscriptionEnded.code);
  expect((await subscriptions({ engineId: [NUMBERING] }))[0]).toMatchObject({
    state: 'stopped',
    stoppedBy: 'admin',
  });
  expect((await grant(NUMBERING, '20')).code).toBe(trialGrantedBefore.code);
  expect((await grant(NUMBERING, '20', { again: true })).code).toBe('200');
});

test('an engine that needs a subscription refuses customers without one, never the platform, and keeps within its cards', async () => {
  await shelve(LOCATION, 'on');
  const before = await admin.ask(readEngineImpact, { query: { id: LOCATION } });
  expect(before).toMatchObject({ subscribers: 0, usedWithout: 1, users: [{ id: '10', calls: 1 }] });
  await edit(LOCATION, { access: 'subscription' });
  expect(await locate(agent, 1)).toMatchObject({ code: engineNotSubscribed.code, message: '引擎未开通或已到期' });
  expect((await agent.call(startOnlineLookup, { body: { numbers: iccid(1), depth: 'online' } })).code).toBe('200');
  // Without a subscription its page is missing in the menu; the other pages of the section stay.
  const pages = async (who: Caller) => JSON.stringify(await who.ask(readMenu));
  const POSITIONING = '"/operationManagement/cardPositioning"';
  expect(await pages(agent)).not.toContain(POSITIONING);
  expect(await pages(agent)).toContain('"/operationManagement/queryCardOnlineInfo"');
  expect(await pages(admin)).toContain(POSITIONING);
  // The platform has no cards of its own here, so it passes the gate and then finds nothing it may locate.
  expect((await locate(admin, 1)).code).not.toBe(engineNotSubscribed.code);

  await grant(LOCATION, '10', { cardLimit: 3 });
  expect(await pages(agent)).toContain(POSITIONING);
  expect((await locate(agent, 1, 2)).code).toBe('200');
  expect(await locate(agent, 2, 3, 4)).toMatchObject({
    code: engineCardsExceeded.code,
    message: '引擎订阅本月还可用于 1 张卡，本次新增 2 张',
  });
  // Nothing of the refused call has joined; a card that joined may be used again.
  expect((await locate(agent, 1, 2, 3)).code).toBe('200');
  expect((await locate(agent, 4)).code).toBe(engineCardsExceeded.code);
  expect((await subscriptions({ engineId: [LOCATION] }))[0]).toMatchObject({ cards: 3, cardLimit: 3 });
  expect((await locate(enterprise, 7)).code).toBe(engineNotSubscribed.code);

  // Through the grace days it works as before, then it refuses.
  await passDays(8);
  expect((await subscriptions({ engineId: [LOCATION] }))[0]?.state).toBe('grace');
  expect((await locate(agent, 1)).code).toBe('200');
  await passDays(3);
  expect((await locate(agent, 1)).code).toBe(engineNotSubscribed.code);
});

test('the filter of states and the states of rows say the same', async () => {
  const all = await subscriptions({});
  for (const { value } of SubscriptionState.options) {
    const found = await subscriptions({ state: [value] });
    expect(found.map(({ id }) => id)).toEqual(all.filter(({ state }) => state === value).map(({ id }) => id));
  }
});

test('the daily count takes every card of a customer and those below it once, however often it runs', async () => {
  await shelve(ESIM, 'on');
  await shelve(DIAGNOSIS, 'on');
  await grant(DIAGNOSIS, '10');
  await countEngineCards(under.ctx);
  const first = await usage(DIAGNOSIS, '10');
  // Six of its own and one of a descendant; the cancelled one is not counted.
  expect(first[0]).toMatchObject({ cards: 7, joined: 7, calls: 1 });
  await countEngineCards(under.ctx);
  await addCards(under, [{ n: 9, customerId: '10' }]);
  await countEngineCards(under.ctx);
  expect(await usage(DIAGNOSIS, '10')).toEqual(first);
  under.clock.advance(DAY_MS);
  await countEngineCards(under.ctx);
  const days = await under.db
    .selectFrom('engines.usage')
    .select('cards')
    .where('engine_id', '=', DIAGNOSIS)
    .where('customer_id', '=', '10')
    .where('counted_at', 'is not', null)
    .orderBy('day')
    .execute();
  expect(days.map(({ cards }) => cards)).toEqual([7, 8]);
});
