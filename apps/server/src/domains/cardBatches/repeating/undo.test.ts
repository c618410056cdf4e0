import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { previewUndo } from '@cardinal/contract/api/cardBatches/undo.ts';
import { createTag, deleteTag } from '@cardinal/contract/api/cards/tags.ts';
import { readTaskDetail, taskNotUndoable } from '@cardinal/contract/api/tasks/tasks.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  events,
  item,
  listSource,
  start,
  task,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { expect, test } from 'vitest';
import { confirmDue, cursorFrom } from '../../cardCommands/confirming/confirmCommands.ts';
import { writeRemarks } from '../../cards/remarks.ts';

const { manual } = StopReason.values;
let next = 0;
/** Fresh cards for one test. */
async function fresh(count: number, more: object = {}): Promise<number[]> {
  const numbers = Array.from({ length: count }, () => ++next);
  await addCards(
    under,
    numbers.map((n) => ({ n, ...more })),
  );
  return numbers;
}

const under = await forThisFile(cardsUnderTest());
const agent = await under.as('agent');

async function confirm(): Promise<void> {
  under.clock.advance(5_000);
  const cursor = cursorFrom(new Date(under.clock.now().getTime() - 3_600_000));
  await confirmDue(under.ctx, under.accountId, cursor, new AbortController().signal);
}

async function act(action: CardAction, numbers: number[], parameters: Record<string, unknown> = {}, who = agent) {
  const { taskId } = await start(who, action, listSource(numbers), parameters);
  await workOff(under);
  await confirm();
  return taskId;
}
const preview = (taskId: string, who = agent) => who.ask(previewUndo, { body: { taskId } });
async function undo(taskId: string, who = agent): Promise<string> {
  const { previewId, willTouch, typeCountFrom } = await preview(taskId, who);
  const typedCount = typeCountFrom !== null && willTouch >= typeCountFrom ? willTouch : undefined;
  const started = await who.ask(startAction, { body: { previewId, ...(typedCount ? { typedCount } : {}) } });
  await workOff(under);
  await confirm();
  return started.taskId;
}
const remarks = (numbers: number[]) => Promise.all(numbers.map(async (n) => (await card(under, n)).remark));
const skippedOf = (shown: Awaited<ReturnType<typeof preview>>) =>
  shown.skipped.map(({ words, count }) => [words, count]);

test('a batch of remarks goes back, card by card, both tasks know each other, and the undo itself can be undone', async () => {
  const [a = 0, b = 0, c = 0] = await fresh(3);
  await act('edit_remark', [a], { remark: '甲仓库' });
  await act('edit_remark', [b], { remark: '乙仓库' });
  const batch = await act('edit_remark', [a, b, c], { remark: '盘点' });
  expect(await preview(batch)).toMatchObject({ action: 'edit_remark', willTouch: 3, willSkip: 0 });
  const undone = await undo(batch);
  expect(await remarks([a, b, c])).toEqual(['甲仓库', '乙仓库', null]);
  const { taskNo } = await agent.ask(readTaskDetail, { query: { taskId: batch } });
  expect(await agent.ask(readTaskDetail, { query: { taskId: undone } })).toMatchObject({
    title: `撤销 ${taskNo}：编辑备注 3 张`,
    undoes: { id: batch, taskNo },
    undo: { isOffered: true },
  });
  const first = await agent.ask(readTaskDetail, { query: { taskId: batch } });
  expect(first.undoneBy.map(({ id }) => id)).toEqual([undone]);
  expect(first.events.map(({ event }) => event)).toContain('undone');
  await undo(undone);
  expect(await remarks([a, b, c])).toEqual(['盘点', '盘点', '盘点']);
});

test('what was changed since stays, and is told with who changed it', async () => {
  const [a = 0, b = 0, c = 0] = await fresh(3);
  const batch = await act('edit_remark', [a, b, c], { remark: '第一次' });
  await act('edit_remark', [b], { remark: '第二次' });
  await writeRemarks(under.ctx, [{ id: (await card(under, c)).id, remark: 'x' }]);
  const shown = await preview(batch);
  expect(shown).toMatchObject({ willTouch: 1, willSkip: 2 });
  expect(skippedOf(shown).sort()).toEqual([
    ['此后已被 agent 修改', 1],
    ['此后已被修改', 1],
  ]);
  // One more change after the preview: the task itself detects it.
  await act('edit_remark', [a], { remark: '第三次' });
  const { taskId } = await agent.ask(startAction, { body: { previewId: shown.previewId } });
  await workOff(under);
  expect(await item(under, taskId, a)).toMatchObject({ state: 'skipped', code: 'changedSince' });
  expect(await remarks([a, b, c])).toEqual(['第三次', '第二次', 'x']);
});

test('of two undos of one batch one starts; a second after it finds everything changed since', async () => {
  const numbers = await fresh(2);
  const batch = await act('edit_remark', numbers, { remark: '一次' });
  const [one, two] = [await preview(batch), await preview(batch)];
  await agent.ask(startAction, { body: { previewId: one.previewId } });
  expect(await agent.call(startAction, { body: { previewId: two.previewId } })).toMatchObject({
    code: taskNotUndoable.code,
  });
  expect((await agent.call(previewUndo, { body: { taskId: batch } })).code).toBe(taskNotUndoable.code);
  await workOff(under);
  expect(skippedOf(await preview(batch))).toEqual([['此后已被 agent 修改', 2]]);
});

test('a task of somebody else is not there; its cards that left are not taken back; permission is the opposite action’s', async () => {
  const [a = 0, b = 0] = await fresh(2);
  const batch = await act('edit_remark', [a, b], { remark: '我的' });
  const rival = await under.as('rival');
  const foreign = await rival.call(previewUndo, { body: { taskId: batch } });
  expect(foreign.code).toBe(notFound.code);
  const unknown = await rival.call(previewUndo, { body: { taskId: '999999999999999' } });
  expect([unknown.status, unknown.message]).toEqual([foreign.status, foreign.message]);
  await under.db
    .updateTable('cards.card')
    .set({ customer_id: '20' })
    .where('id', '=', (await card(under, b)).id)
    .execute();
  expect(skippedOf(await preview(batch))).toEqual([['卡不存在', 1]]);
  const operator = await under.as('operator');
  expect(skippedOf(await preview(batch, operator))).toEqual([['卡不存在', 1]]);
  const undone = await undo(batch, operator);
  expect(await task(under, undone)).toMatchObject({ customer_id: '10', account_name: 'operator', done: 1 });
  expect(await remarks([a, b])).toEqual([null, '我的']);
});

test('what has no way back says why', async () => {
  const numbers = await fresh(1, { status: 'DEACTIVATED' });
  const cancelled = await act('cancel_card', numbers, { reason: '客户销户' });
  const why = (await agent.ask(readTaskDetail, { query: { taskId: cancelled } })).undo;
  expect(why).toEqual({
    isOffered: false,
    why: { zh: '已销户的卡不能恢复', en: 'A cancelled card cannot be restored' },
  });
  expect((await agent.call(previewUndo, { body: { taskId: cancelled } })).message).toContain('已销户的卡不能恢复');
  const [n = 0] = await fresh(1);
  const older = await act('edit_remark', [n], { remark: '旧备注' });
  await under.db.updateTable('tasks.task_item').set({ before: null }).where('task_id', '=', older).execute();
  expect((await agent.ask(readTaskDetail, { query: { taskId: older } })).undo).toMatchObject({
    isOffered: false,
    why: { zh: '该任务执行时未记录原值' },
  });
});

test('tags: what was put on goes, what was taken off comes back, others stay', async () => {
  const [a = 0, b = 0] = await fresh(2);
  const make = async (name: string) => (await agent.ask(createTag, { body: { name, color: 'blue' } })).id;
  const [old, other, wanted] = [await make('原有'), await make('另一'), await make('新的')];
  const tagsOf = async (n: number) =>
    (
      await under.db
        .selectFrom('cards.card_tag')
        .select('tag_id')
        .where('card_id', '=', (await card(under, n)).id)
        .orderBy('tag_id')
        .execute()
    ).map((row) => row.tag_id);
  await act('set_tag', [a], { tagIds: [old] });
  const replaced = await act('set_tag', [a, b], { tagIds: [wanted], tagMode: 'replace' });
  await act('set_tag', [a], { tagIds: [other] });
  const back = await undo(replaced);
  expect([await tagsOf(a), await tagsOf(b)]).toEqual([[old, other], []]);
  await undo(back);
  expect([await tagsOf(a), await tagsOf(b)]).toEqual([[other, wanted], [wanted]]);
  await agent.ask(deleteTag, { body: { id: old } });
  const again = await act('clear_tag', [a], { tagIds: [other] });
  await agent.ask(deleteTag, { body: { id: other } });
  expect(skippedOf(await preview(again))).toEqual([['原有标签已被删除', 1]]);
});

test('products: back to the former one and its version, or to none', async () => {
  const numbers = await fresh(2);
  const [a = 0, b = 0] = numbers;
  const sell = (code: string) =>
    sellProduct(under.ctx, { code, carrierAccountId: under.accountId, customerIds: ['10'] });
  const [first, second] = [await sell('UNDO-1'), await sell('UNDO-2')];
  const operator = await under.as('operator');
  await act('change_product', [a], { productCode: first }, operator);
  const batch = await act('change_product', numbers, { productCode: second }, operator);
  await undo(batch, operator);
  const products = async () =>
    Promise.all(numbers.map(async (n) => ((row) => [row.product_code, row.product_version])(await card(under, n))));
  expect(await products()).toEqual([
    [first, 1],
    [null, null],
  ]);
  expect(b).toBeGreaterThan(a);
});

test('locks: unbound where there was none, bound to the former device otherwise', async () => {
  const numbers = await fresh(2, { kind: 3 });
  const [a = 0, b = 0] = numbers;
  const imei = (n: number) => `86${String(n).padStart(13, '0')}`;
  await under.db
    .updateTable('cards.card')
    .set({ imei: imei(1) })
    .where('iccid', 'in', [(await card(under, a)).iccid, (await card(under, b)).iccid])
    .execute();
  await act('bind_imei', [a], { imei: imei(2) });
  const locks = async () =>
    Promise.all(numbers.map(async (n) => ((row) => [row.bound_imei, row.stop_reasons])(await card(under, n))));
  const before = await locks();
  const batch = await act('bind_imei', numbers);
  expect((await locks()).map(([bound]) => bound)).toEqual([imei(1), imei(1)]);
  const undone = await undo(batch);
  expect((await locks()).map(([bound]) => bound)).toEqual(before.map(([bound]) => bound));
  expect(await task(under, undone)).toMatchObject({ action_code: 'unbind_imei', done: 2 });
  expect((await events(under, b)).at(-1)).toMatchObject({ action: 'unbind_imei' });
  expect((await events(under, a)).at(-1)).toMatchObject({ action: 'bind_imei' });
});

test('a stop goes back through the carrier, with its own reasons; a card somebody moved since does not', async () => {
  const [a = 0, b = 0] = await fresh(2);
  const batch = await act('stop_card', [a, b]);
  expect(await card(under, a)).toMatchObject({ carrier_status: 'DEACTIVATED', stop_reasons: [manual] });
  await act('reboot_card', [b]);
  const shown = await preview(batch);
  expect(shown).toMatchObject({ action: 'reboot_card', willTouch: 1, skipped: [{ words: '此后已被 agent 修改' }] });
  const undone = await undo(batch);
  expect(await card(under, a)).toMatchObject({ carrier_status: 'ACTIVATED', stop_reasons: [] });
  expect(await task(under, undone)).toMatchObject({ action_code: 'reboot_card', done: 1 });
  const { task_no } = await task(under, batch);
  expect((await events(under, a)).at(-1)).toMatchObject({
    action: 'reboot_card',
    result: 'confirmed',
    reason: `撤销 ${task_no}`,
    reason_en: `Undo of ${task_no}`,
  });
  await undo(undone);
  expect(await card(under, a)).toMatchObject({ carrier_status: 'DEACTIVATED', stop_reasons: [manual] });
});

test('an activation has no way back to inventory, and a reason that was only noted goes without the carrier', async () => {
  const [ready = 0] = await fresh(1, { status: 'INVENTORY' });
  const activated = await act('active_card', [ready]);
  expect(await card(under, ready)).toMatchObject({ carrier_status: 'ACTIVATED' });
  expect(await preview(activated)).toMatchObject({ willTouch: 0, skipped: [{ words: '已激活不能回到库存' }] });
  const [stopped = 0] = await fresh(1, { status: 'DEACTIVATED' });
  const noted = await act('stop_card', [stopped]);
  await undo(noted);
  expect(await card(under, stopped)).toMatchObject({ carrier_status: 'DEACTIVATED', stop_reasons: [] });
});

test('cards prepared from different states go back by the way most of them need', async () => {
  const stocked = await fresh(2, { status: 'INVENTORY' });
  const tested = await fresh(1, { status: 'TEST_READY' });
  const batch = await act('to_activate', [...stocked, ...tested]);
  expect(await preview(batch)).toMatchObject({
    action: 'to_inventory',
    willTouch: 2,
    skipped: [{ words: '可激活不能回到可测试', count: 1 }],
  });
});
