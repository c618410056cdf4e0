import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { card, listSource, start, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { flowSpeedsUnderTest } from '@cardinal/testing/flowSpeedsUnderTest.ts';
import { createFlow, flowFirings, newPackageId, stopAt } from '@cardinal/testing/flowsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { GB, speedCard } from '@cardinal/testing/speedLimitsUnderTest.ts';
import { expect, test } from 'vitest';

const under = await forThisFile(flowSpeedsUnderTest());
const { agent, minute } = under;
const { OFFLINE } = ControlAction.values;
const HOUR = 3_600_000;

const fired = async (id: string) => (await flowFirings(under, id)).map(({ state }) => state);
const dataOn = async ({ n }: { n: number }) => (await card(under, n))?.data_on;
/** What the carrier was asked for the data of a card, in order. */
const asked = async (n: number) => {
  const tasks = await under.db
    .selectFrom('tasks.task_item as i')
    .innerJoin('tasks.task as t', 't.id', 'i.task_id')
    .innerJoin('cards.card as c', 'c.id', 'i.target_id')
    .select('t.action_code')
    .where('c.id', '=', (await card(under, n))?.id ?? '')
    .where('t.action_code', 'in', ['close_gprs', 'open_gprs'])
    .orderBy('t.id')
    .execute();
  return tasks.map(({ action_code }) => action_code);
};
const cutOffs = (cardId: string) =>
  under.db.selectFrom('flow_control.cut_off').select(['to_on', 'state']).where('card_id', '=', cardId).execute();
/** The carrier refuses the next change of a card. */
const refuse = ({ iccid }: { iccid: string }) =>
  control(under.jasper, 'POST', '/faults', { carrier: 'onelink', kind: 'refuse', iccid, count: 1 });

/** A card with 1 GB in use, governed by a strategy that cuts it off at the whole of it. */
async function governed(name: string, state: 'shadow' | 'on' = 'on') {
  const packageId = newPackageId();
  const rules = [stopAt('100', { action: OFFLINE })];
  const id = await createFlow(under, await agent(), { name, packageId, rules, state, platform: 2 });
  const card = await speedCard(under);
  await card.record(-1, 29, { package_id: packageId, flow_bytes: String(GB) });
  return { id, card, renew: () => under.renew(card, packageId) };
}

test('at its allowance a card loses its data once its carrier confirms, and has it again with a new package', async () => {
  const { id, card: one, renew } = await governed('满量断网');
  await one.read(0.9 * GB);
  expect(await fired(id)).toEqual([]);
  await one.read(1.1 * GB);
  await one.read(1.2 * GB);
  expect([await fired(id), await dataOn(one)]).toEqual([['waiting'], null]);
  await minute();
  expect([await fired(id), await dataOn(one)]).toEqual([['confirmed'], false]);
  await renew();
  await minute();
  expect([await fired(id), await dataOn(one)]).toEqual([['lifted'], true]);
  expect(await asked(one.n)).toEqual(['close_gprs', 'open_gprs']);
  await minute();
  expect(await cutOffs(one.id)).toEqual([]);
});

test('data that a person had off stays off; data that a person switches on again stays on', async () => {
  const [before, after] = [await governed('原已断网'), await governed('人工恢复')];
  await start(await agent(), 'close_gprs', listSource([before.card.n]));
  await minute();
  await before.card.read(1.1 * GB);
  await after.card.read(1.1 * GB);
  await minute();
  expect([await fired(before.id), await fired(after.id)]).toEqual([['already'], ['confirmed']]);
  await start(await agent(), 'open_gprs', listSource([after.card.n]));
  await workOff(under);
  await minute();
  expect((await flowFirings(under, after.id))[0]).toMatchObject({ state: 'lifted', lifted_zh: '数据服务被人工恢复' });
  await after.card.read(1.3 * GB);
  await before.renew();
  await minute();
  expect([await dataOn(before.card), await dataOn(after.card)]).toEqual([false, true]);
  expect([await asked(before.card.n), await asked(after.card.n)]).toEqual([
    ['close_gprs'],
    ['close_gprs', 'open_gprs'],
  ]);
});

test('in shadow nothing is asked, and a reading that dies asks for nothing', async () => {
  const [shadow, dead] = [await governed('断网试运行', 'shadow'), await governed('断网读数中断')];
  await shadow.card.read(1.1 * GB);
  await expect(dead.card.read(1.1 * GB, undefined, true)).rejects.toThrow('The reading died');
  await minute();
  expect([await fired(shadow.id), await fired(dead.id)]).toEqual([['shadow'], []]);
  expect([await asked(shadow.card.n), await asked(dead.card.n)]).toEqual([[], []]);
});

test('what the carrier refuses is told as refused; data that is due again is asked for again after an hour', async () => {
  const { id, card: one } = await governed('断网被拒');
  await refuse(one);
  await one.read(1.1 * GB);
  await minute();
  expect([await fired(id), await dataOn(one), await cutOffs(one.id)]).toEqual([['refused'], null, []]);

  const other = await governed('恢复被拒');
  await other.card.read(1.1 * GB);
  await minute();
  await refuse(other.card);
  await other.renew();
  await minute();
  expect([await fired(other.id), await dataOn(other.card)]).toEqual([['lifted'], false]);
  expect(await cutOffs(other.card.id)).toEqual([{ to_on: true, state: 'refused' }]);
  await minute();
  expect(await dataOn(other.card)).toBe(false);
  under.clock.advance(HOUR);
  await minute();
  expect([await dataOn(other.card), await asked(other.card.n)]).toEqual([
    true,
    ['close_gprs', 'open_gprs', 'open_gprs'],
  ]);
});

test('data of a card that is cancelled is not switched on again', async () => {
  const { card: one, renew } = await governed('已销户断网');
  await one.read(1.1 * GB);
  await minute();
  await renew();
  await under.db.updateTable('cards.card').set({ lifecycle: 'cancelled' }).where('id', '=', one.id).execute();
  await minute();
  under.clock.advance(HOUR);
  await minute();
  expect([await cutOffs(one.id), await asked(one.n)]).toEqual([[], ['close_gprs']]);
});
