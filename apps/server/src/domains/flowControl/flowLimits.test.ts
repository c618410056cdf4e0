import { listFlowFirings } from '@cardinal/contract/api/flowControl/flowFirings.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { listSource, start, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { flowSpeedsUnderTest } from '@cardinal/testing/flowSpeedsUnderTest.ts';
import { createFlow, flowFirings, newPackageId, stopAt } from '@cardinal/testing/flowsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import {
  cardSpeed,
  createSpeedLimit,
  GB,
  speedCard,
  speedsGiven,
  template,
  turnSpeedLimit,
} from '@cardinal/testing/speedLimitsUnderTest.ts';
import { expect, test } from 'vitest';

const under = await forThisFile(flowSpeedsUnderTest());
const { agent, minute } = under;
const { LIMIT } = ControlAction.values;

const limitAt = (threshold: string, limitStrategyId: string, restore: 'cycle' | 'package' | 'manual' = 'package') =>
  stopAt(threshold, { action: LIMIT, limitStrategyId, restore });
const fired = async (id: string) => (await flowFirings(under, id)).map(({ state, kbps }) => [state, kbps]);
const demands = (cardId: string) =>
  under.db.selectFrom('speed_limits.demand').select('kbps').where('card_id', '=', cardId).execute();

/** A card with 1.25 GB in use, governed by a strategy that limits from 80 % on: from 1 GB, and slower from 5 GB. */
async function limited(name: string, more: { state?: 'shadow' | 'on'; customerId?: string; restore?: 'manual' } = {}) {
  const packageId = newPackageId();
  const limitStrategyId = await template(under);
  const id = await createFlow(under, await agent(), {
    name,
    packageId,
    rules: [limitAt('80', limitStrategyId, more.restore)],
    state: more.state ?? 'on',
    platform: 2,
  });
  const card = await speedCard(under, more.customerId);
  const usageId = await card.record(-1, 29, { package_id: packageId, flow_bytes: String(1.25 * GB) });
  return { id, packageId, card, usageId };
}

test('from its share on a card is limited by the tiers, each asked once and confirmed; a new package in use ends it', async () => {
  const { id, packageId, card } = await limited('分档限速');
  await card.read(0.9 * GB);
  expect(await fired(id)).toEqual([]);
  await card.read(1.1 * GB);
  expect(await fired(id)).toEqual([['waiting', 1024]]);
  await minute();
  expect(await fired(id)).toEqual([['confirmed', 1024]]);
  expect(speedsGiven(under, card.n)).toEqual([1024]);
  await card.read(1.2 * GB);
  await card.read(5.2 * GB);
  await card.read(5.2 * GB);
  await minute();
  // A corrected reading makes nothing faster.
  await card.read(1.3 * GB);
  await minute();
  expect(await fired(id)).toEqual([['confirmed', 128]]);
  expect(speedsGiven(under, card.n)).toEqual([1024, 128]);
  const { list } = await (await agent()).ask(listFlowFirings, { query: { strategyId: id } });
  expect(list).toMatchObject([{ action: LIMIT, kbps: 128, state: 'confirmed' }]);
  await under.renew(card, packageId);
  await minute();
  expect(await fired(id)).toEqual([['lifted', 128]]);
  expect(speedsGiven(under, card.n)).toEqual([1024, 128, null]);
  expect(await demands(card.id)).toEqual([]);
});

test('who changes the speed by hand ends the limit, and is not overruled within the cycle', async () => {
  const { id, card } = await limited('人工更改');
  await card.read(1.1 * GB);
  await minute();
  await start(await agent(), 'cancel_limit_speed', listSource([card.n]));
  await workOff(under);
  await minute();
  expect(speedsGiven(under, card.n)).toEqual([1024, null]);
  const [row] = await flowFirings(under, id);
  expect([row?.state, row?.lifted_zh]).toEqual(['lifted', '限速被人工更改']);
  await card.read(1.2 * GB);
  await minute();
  expect(speedsGiven(under, card.n)).toEqual([1024, null]);
});

test('in shadow it says which speed it would have been, and asks for nothing', async () => {
  const { id, card } = await limited('试运行限速', { state: 'shadow' });
  await card.read(5.5 * GB);
  await minute();
  expect(await fired(id)).toEqual([['shadow', 128]]);
  expect([speedsGiven(under, card.n), await demands(card.id)]).toEqual([[], []]);
});

test('a customer’s exception is not limited; tiers of the package come before those of the rule', async () => {
  const own = await limited('套餐分段');
  const packageOf = { strategy_id: own.id, package_id: own.packageId };
  await under.db
    .updateTable('control.flow_strategy_package')
    .set({ own_tiers: JSON.stringify([{ month: null, afterBytes: '0', kbps: 512 }]) })
    .where('strategy_id', '=', packageOf.strategy_id)
    .execute();
  const child = await speedCard(under, '12');
  await child.record(-1, 29, { package_id: own.packageId, flow_bytes: String(1.25 * GB) });
  const { id: governed } = await under.db
    .selectFrom('control.flow_strategy_package')
    .select('id')
    .where('strategy_id', '=', own.id)
    .executeTakeFirstOrThrow();
  await under.db
    .insertInto('control.flow_limit_exception')
    .values({
      ...{ flow_package_id: governed, customer_id: '12', limit_strategy_id: null, ends_on: null },
      ...{ set_by: null, set_at: under.clock.now() },
    })
    .execute();
  await own.card.read(1.1 * GB);
  await child.read(1.2 * GB);
  await minute();
  expect(await fired(own.id)).toEqual([['confirmed', 512]]);
  expect([speedsGiven(under, own.card.n), speedsGiven(under, child.n)]).toEqual([[512], []]);
});

test('beside a slower limit the slower holds; once that is off the rule’s speed is asked for', async () => {
  const { id, card } = await limited('两处限速');
  const slow = await createSpeedLimit(under, await agent(), { cards: [card], kbps: 128, state: 'on' });
  await minute();
  await card.read(1.1 * GB);
  await minute();
  expect(await fired(id)).toEqual([['confirmed', 1024]]);
  expect([speedsGiven(under, card.n), (await cardSpeed(under, card.id))?.governor]).toEqual([[128], 'assignment']);
  await turnSpeedLimit(await agent(), slow, 'off');
  await minute();
  expect([speedsGiven(under, card.n), (await cardSpeed(under, card.id))?.governor]).toEqual([[128, 1024], 'strategy']);
});

test('what no carrier confirms is told as refused, and not asked again by itself', async () => {
  const { id, card } = await limited('未确认限速');
  const lost = { kind: 'lostConfirmation', count: 1, operation: 'operate/network-speed' };
  await control(under.jasper, 'POST', '/faults', lost);
  await card.read(1.1 * GB);
  await minute();
  under.clock.advance(600_000);
  await minute();
  await control(under.jasper, 'DELETE', '/faults');
  await card.read(1.2 * GB);
  await minute();
  expect([await fired(id), await demands(card.id), speedsGiven(under, card.n)]).toEqual([[['refused', 1024]], [], []]);
});

test('a reading that dies limits nothing', async () => {
  const { id, card } = await limited('读数中断');
  await expect(card.read(1.1 * GB, undefined, true)).rejects.toThrow('The reading died');
  expect([await fired(id), await demands(card.id), await cardSpeed(under, card.id)]).toEqual([[], [], undefined]);
});

test('a card that is cancelled is asked for nothing any more', async () => {
  const { id, card } = await limited('已销户');
  await card.read(1.1 * GB);
  await minute();
  await under.db.updateTable('cards.card').set({ lifecycle: 'cancelled' }).where('id', '=', card.id).execute();
  const tasks = () =>
    under.db
      .selectFrom('tasks.task_item')
      .select('task_id')
      .where('target_id', '=', card.id)
      .orderBy('task_id')
      .execute();
  const before = await tasks();
  await minute();
  await minute();
  expect(await tasks()).toEqual(before);
  expect([await fired(id), await demands(card.id)]).toEqual([[['lifted', 1024]], []]);
});
