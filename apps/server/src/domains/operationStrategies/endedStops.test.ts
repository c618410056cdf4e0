import { readCardMoment } from '@cardinal/contract/api/cardViews/timeMachine.ts';
import { listFirings } from '@cardinal/contract/api/operationStrategies/firings.ts';
import { operationStrategies, previewSwitch } from '@cardinal/contract/api/operationStrategies/strategies.ts';
import { card, commands, effects } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { addRecord, fund, order, ordersWorkOff, sellPackage } from '@cardinal/testing/ordersUnderTest.ts';
import {
  cardEnding,
  createStrategy,
  firingsOf,
  minute,
  strategiesUnderTest,
  turn,
} from '@cardinal/testing/strategiesUnderTest.ts';
import { expect, test } from 'vitest';

const under = await forThisFile(strategiesUnderTest());
const agent = await under.as('agent');
const sold = await sellPackage(under, { 1: 500, 10: 800 }, { name: '续费包' });
await fund(under, '10', 50_000);
const HOUR = 3_600_000;
const ARREARS = 2;
const stateOf = async (n: number) => {
  const { lifecycle, stop_reasons } = await card(under, n);
  return [lifecycle, stop_reasons];
};

test('in shadow it counts what ended, on it stops tonight’s endings with one command each, and ordering restarts a card', async () => {
  const yesterday = await Promise.all([1, 2, 3].map(() => cardEnding(under, -0.5)));
  const tonight = await Promise.all([1, 2].map(() => cardEnding(under, 0.5)));
  const [kept] = await Promise.all([cardEnding(under, 0.5)]);
  await addRecord(under, kept, 0.5, 30);
  const id = await createStrategy(agent);
  expect(await agent.ask(previewSwitch, { query: { id } })).toMatchObject({
    cards: 6,
    existing: 3,
    needsSecond: false,
  });

  await turn(agent, id, 'shadow', true);
  await minute(under);
  expect((await firingsOf(under, id)).map(({ state, card_id }) => [state, card_id])).toEqual(
    yesterday.map((each) => ['shadow', each.id]),
  );
  expect(await commands(under, yesterday[0]?.n ?? 0)).toEqual([]);

  await turn(agent, id, 'on');
  await minute(under);
  expect(await firingsOf(under, id)).toHaveLength(3);
  under.clock.advance(12 * HOUR);
  await minute(under);
  const fired = (await firingsOf(under, id)).filter((each) => !each.is_shadow);
  expect(fired.map(({ state, card_id, reason }) => [state, card_id, reason])).toEqual(
    tonight.map((each) => ['confirmed', each.id, ARREARS]),
  );
  for (const { n } of tonight) expect(await stateOf(n)).toEqual(['stopped', [ARREARS]]);
  expect(
    (
      await effects(
        under,
        tonight.map(({ n }) => n),
      )
    ).summary.byCount,
  ).toEqual({ '1': 2 });
  expect(await stateOf(kept.n)).toEqual(['activated', []]);

  const [first, second] = tonight;
  if (!first || !second) throw new Error('two cards');
  const { why } = await (await under.anew('agent')).ask(readCardMoment, { query: { id: first.id } });
  expect(why).toMatchObject([{ reason: ARREARS, set: { source: 'strategy', words: '运营策略「到期即停」' } }]);

  await ordersWorkOff(under, await order(under, sold, '10', [first.n]));
  await minute(under);
  expect(await stateOf(first.n)).toEqual(['activated', []]);
  expect(await stateOf(second.n)).toEqual(['stopped', [ARREARS]]);
  const it = await under.anew('agent');
  const { list } = await it.ask(listFirings, { query: { strategyId: id } });
  expect(list.find(({ iccid }) => iccid === first.iccid)).toMatchObject({
    state: 'lifted',
    lifted: '已订购套餐 续费包',
    fact: '套餐 月包 到期',
    revision: 1,
  });
  const {
    list: [row],
  } = await it.ask(operationStrategies.list, { query: {} });
  expect(row).toMatchObject({
    name: '到期即停',
    state: 'on',
    cards: 6,
    firedToday: 2,
    customerName: expect.any(String),
  });
});
