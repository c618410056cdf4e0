import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { listStoppedCards } from '@cardinal/contract/api/stoppedCards/stoppedCards.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { addCards, cardsUnderTest, iccid, listSource, start, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { confirmDue, cursorFrom } from '../cardCommands/confirming/confirmCommands.ts';
import { liftReasons, raiseReasons } from '../cardCommands/face.ts';
import { mendStops, traceStops } from './mendStops.ts';

const { manual, arrears, outOfRegion } = StopReason.values;
const SECOND = 1_000;
const DAY = 86_400_000;

const under = await forThisFile(cardsUnderTest());
for (const account of ['agent', 'operator', 'subagent', 'rival']) await allow(under, account, ['shutdownList.view']);
const agent = () => as('agent');

async function confirm(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await workOff(under);
    under.clock.advance(2 * SECOND);
    const since = cursorFrom(new Date(under.clock.now().getTime() - 3_600 * SECOND));
    await confirmDue(under.ctx, under.accountId, since, new AbortController().signal);
    under.clock.advance(6 * SECOND);
  }
}
const rule = (move: typeof raiseReasons, id: string, ...reasons: StopReason[]) =>
  under.ctx.transact((inside) => move(inside, { cardIds: [id], reasons, why: text('规则', 'Rule') }));
const callers = new Map<string, Promise<Caller>>();
/** Signed in once until the clock is turned by days. */
const as = (account: string): Promise<Caller> => {
  const caller = callers.get(account) ?? under.anew(account);
  callers.set(account, caller);
  return caller;
};
function turnDays(days: number): void {
  under.clock.advance(days * DAY);
  callers.clear();
}
/** How the list shows a card; undefined where it does not. */
async function shown(n: number, by = agent()) {
  const { list } = await (await by).ask(listStoppedCards, { query: { iccid: iccid(n) } });
  return list[0];
}
const stopsShown = async (n: number, by = agent()) =>
  (await shown(n, by))?.stops.map(({ reason, by: who, why, isFromAbove }) => [reason, who, why, isFromAbove]);
const kept = (cardId: string) =>
  under.db.selectFrom('stopped_cards.stop').selectAll().where('card_id', '=', cardId).orderBy('since').execute();

test('each reason is told with since when and by whom; what goes is not, and a card without any leaves the list', async () => {
  const [id = ''] = await addCards(under, [{ n: 1 }]);
  const begun = under.clock.now().toISOString();
  await rule(raiseReasons, id, arrears);
  expect(await stopsShown(1)).toEqual([[arrears, null, '规则', false]]);
  expect(await shown(1)).toMatchObject({ stoppedAt: begun, lifecycle: 'activated' });
  await confirm();
  turnDays(1);
  await start(await agent(), 'stop_card', listSource([1]));
  await confirm();
  expect(await stopsShown(1)).toEqual([
    [arrears, null, '规则', false],
    [manual, 'agent', null, false],
  ]);
  expect(await shown(1)).toMatchObject({ stoppedAt: begun, lifecycle: 'stopped' });
  await rule(liftReasons, id, arrears);
  // What is left began later, but the card has been stopped all the time.
  expect(await shown(1)).toMatchObject({ stoppedAt: begun, stops: [{ reason: manual, by: 'agent' }] });
  await start(await agent(), 'reboot_card', listSource([1]));
  await workOff(under);
  expect(await shown(1)).toMatchObject({ stops: [{ reason: null, isRestarting: true, by: 'agent' }] });
  await confirm();
  expect(await shown(1)).toBeUndefined();
  expect((await kept(id)).map(({ reason, until }) => [reason, until !== null])).toEqual([
    [arrears, true],
    [manual, true],
    // Until the carrier confirmed the restart.
    [0, true],
  ]);
});

test('a restart that the carrier refuses leaves the stop as it was, with its beginning', async () => {
  const [id = ''] = await addCards(under, [{ n: 2 }]);
  await start(await agent(), 'stop_card', listSource([2]));
  await confirm();
  const before = await shown(2);
  turnDays(1);
  await under.jasper.control('POST', '/faults', { kind: 'refuse', operation: 'editDevice', iccid: iccid(2) });
  await start(await agent(), 'reboot_card', listSource([2]));
  await confirm();
  await under.jasper.control('DELETE', '/faults');
  expect(await shown(2)).toMatchObject({ stoppedAt: before?.stoppedAt, stops: before?.stops });
  expect(await kept(id)).toHaveLength(1);
});

test('cards are found by how long they are stopped and for what, in their own list and in any other, and counted', async () => {
  const ids = await addCards(under, [
    { n: 10, customerId: '20' },
    { n: 11, customerId: '20' },
    { n: 12, customerId: '20' },
  ]);
  await rule(raiseReasons, ids[0] ?? '', outOfRegion);
  turnDays(5);
  await rule(raiseReasons, ids[1] ?? '', arrears);
  const rival = await as('rival');
  const found = async (query: object) =>
    (await rival.ask(listStoppedCards, { query })).list.map((row) => row.iccid).sort();
  expect(await found({})).toEqual([iccid(10), iccid(11)]);
  expect(await found({ stoppedDaysFrom: 5 })).toEqual([iccid(10)]);
  expect(await found({ stoppedDaysTo: 4 })).toEqual([iccid(11)]);
  expect(await found({ stopReasons: [arrears] })).toEqual([iccid(11)]);
  const { list, summary } = await rival.ask(listStoppedCards, { query: {} });
  expect(list.map((row) => row.iccid)).toEqual([iccid(11), iccid(10)]);
  expect(summary).toMatchObject({ total: 2, arrears: 1, manual: 0, ofCarrier: 0 });
  const all = await rival.ask(listCards, { query: { isStopped: true } });
  expect(all.list.map((row) => row.iccid).sort()).toEqual([iccid(10), iccid(11)]);
  expect((await rival.ask(listCards, { query: { isStopped: false } })).list.map((row) => row.iccid)).toEqual([
    iccid(12),
  ]);
});

test('who stopped it above is not named below, and nobody sees cards of others', async () => {
  await addCards(under, [{ n: 20, customerId: '11' }]);
  await start(await agent(), 'stop_card', listSource([20]));
  await confirm();
  expect(await stopsShown(20)).toEqual([[manual, 'agent', null, false]]);
  expect(await stopsShown(20, as('subagent'))).toEqual([[manual, null, null, true]]);
  expect(await shown(20, as('rival'))).toBeUndefined();
  const enterprise = await as('enterprise');
  expect((await enterprise.call(listStoppedCards, { query: {} })).code).not.toBe(0);
});

test('cards that are stopped without a line are found by comparing, and their history is asked since when', async () => {
  const [told = '', silent = '', gone = ''] = await addCards(under, [
    { n: 30 },
    { n: 31, status: 'DEACTIVATED' },
    { n: 32 },
  ]);
  const begun = under.clock.now();
  await rule(raiseReasons, told, arrears);
  await rule(raiseReasons, gone, arrears);
  await under.db.deleteFrom('stopped_cards.stop').where('card_id', '=', told).execute();
  await under.db.deleteFrom('stopped_cards.stopped_card').where('card_id', '=', told).execute();
  await under.db.updateTable('cards.card').set({ stop_reasons: [] }).where('id', '=', gone).execute();
  expect(await shown(31)).toBeUndefined();
  await mendStops(under.ctx);
  expect(await shown(32)).toBeUndefined();
  expect(await shown(30)).toMatchObject({ stoppedAt: null, stops: [{ reason: arrears, since: null }] });
  await traceStops(under.ctx);
  expect(await shown(30)).toMatchObject({
    stoppedAt: begun.toISOString(),
    stops: [{ reason: arrears, since: begun.toISOString(), why: '规则' }],
  });
  // Nothing tells since when.
  expect(await shown(31)).toMatchObject({ stoppedAt: null, stops: [{ reason: null, since: null }] });
  expect((await kept(silent)).map(({ is_untraced }) => is_untraced)).toEqual([false]);
});
