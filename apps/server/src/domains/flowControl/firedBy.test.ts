import { refreshCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { previewFlowSwitch } from '@cardinal/contract/api/flowControl/flowSwitch.ts';
import { events, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import {
  createFlow,
  flowFirings,
  flowMinute,
  flowsUnderTest,
  MB,
  meteredCard,
  newPackageId,
  stopAt,
} from '@cardinal/testing/flowsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const under = await forThisFile(flowsUnderTest());

test('a stop that follows from a reading somebody asked for is the strategy’s, not that person’s', async () => {
  const packageId = newPackageId();
  const agent = await under.as('agent');
  const id = await createFlow(under, agent, { name: '刷新触发', packageId, rules: [stopAt('100')], state: 'on' });
  const one = await meteredCard(under, packageId, 10 * MB);
  await one.read(1 * MB);
  await under.jasper.control('POST', '/jasper/usage', { iccid: iccid(one.n), dataBytes: 20 * MB });
  under.clock.advance(60_000);
  await agent.ask(refreshCard, { body: { id: one.id } });
  await flowMinute(under);
  expect((await flowFirings(under, id)).map(({ state }) => state)).toEqual(['confirmed']);
  const told = await events(under, one.n);
  expect(told.map(({ action, result, source, actor_name }) => [action, result, source, actor_name])).toEqual([
    ['forced_stop_card', 'done', 'strategy', null],
    ['forced_stop_card', 'asked', 'schedule', null],
    ['forced_stop_card', 'confirmed', 'schedule', null],
  ]);
  const task = await under.db
    .selectFrom('tasks.task')
    .select(['account_id', 'account_name', 'source'])
    .where('id', '=', told[1]?.task_id ?? '')
    .executeTakeFirst();
  expect(task).toEqual({ account_id: null, account_name: '', source: 'schedule' });
});

test('before a strategy is switched on it says how many of its cards are of accounts that read usage on no schedule', async () => {
  const packageId = newPackageId();
  const agent = await under.as('agent');
  const id = await createFlow(under, agent, { name: '无人读数', packageId, rules: [stopAt('100')], state: 'draft' });
  await meteredCard(under, packageId, 10 * MB);
  const schedules = async (usage: number) => {
    const all = JSON.stringify({ status: 300, usage, session: 0, realName: 0, pools: 0 });
    await under.db
      .updateTable('carriers.account')
      .set({ schedules: all } as never)
      .execute();
    return agent.ask(previewFlowSwitch, { query: { id } });
  };
  expect(await schedules(3_600)).toMatchObject({ cards: 1, unread: 0 });
  expect(await schedules(0)).toMatchObject({ cards: 1, unread: 1 });
});
