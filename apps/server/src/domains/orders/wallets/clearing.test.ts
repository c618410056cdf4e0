import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import {
  cancelClearing,
  checkClearing,
  listClearableCards,
  listClearings,
} from '@cardinal/contract/api/orders/balanceClearing.ts';
import { readCardWallet, rechargeCard, reverseCardRecharge } from '@cardinal/contract/api/orders/cardWallets.ts';
import { checkTask } from '@cardinal/contract/api/tasks/tasks.ts';
import type { CardWallet } from '@cardinal/contract/enumerations/cardWallet.ts';
import { putOnCard } from '@cardinal/testing/cardMoney.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  events,
  iccid,
  item,
  listSource,
  task,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, balanceOf, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/face.ts';
import { LeaseLost } from '../../tasks/face.ts';
import { clearingTaskAction } from './clearBalance.ts';

const under = await forThisFile(cardsUnderTest());
const MAY = ['clearUpBlance.view', 'clearUpBlance.create', 'clearUpBlance.approve', 'flowCard.view'] as const;
for (const account of ['agent', 'caiwu', 'enterprise', 'rival']) await allow(under, account, MAY);
await allow(under, 'operator', ['systemTask.check']);
const [agent, caiwu, child, rival, operator] = [
  await under.as('agent'),
  await under.as('caiwu'),
  await under.as('enterprise'),
  await under.as('rival'),
  await under.as('operator'),
];
type Caller = typeof agent;
await fund(under, '12', 1_000_000);
await fund(under, '10', 1_000_000);
// 1-30 are of the enterprise and cancelled; 31 and 32 are in use.
await addCards(under, [
  ...Array.from({ length: 30 }, (_, at) => ({ n: at + 1, customerId: '12', status: 'RETIRED' })),
  ...[31, 32].map((n) => ({ n, customerId: '12' })),
]);

const put = (n: number, payer: '10' | '12', wallet: CardWallet, minor: number) =>
  putOnCard(under, n, { payer, wallet, minor });
const asked = { currency: 'CNY', idleMonths: 6, reason: '销户清理' } as const;
const preview = (who: Caller, numbers: readonly number[], more = {}) =>
  who.call(previewSelection, {
    body: { action: 'clear_balance', source: listSource(numbers), parameters: { ...asked, ...more } },
  });
const begin = async (who: Caller, numbers: readonly number[]) => {
  const { data } = await preview(who, numbers);
  return who.ask(startAction, { body: { previewId: (data as { previewId: string }).previewId } });
};
const pass = (who: Caller, id: string) => who.call(checkClearing, { body: { id, verdict: 'pass' } });
const onCard = async (n: number) => {
  const { paid, gift, preload } = await agent.ask(readCardWallet, { query: { number: iccid(n) } });
  return [paid, gift, preload].map(Number);
};
const onBalances = async () =>
  [await balanceOf(under, '10'), await balanceOf(under, '12')].map(({ balance }) => Number(balance));

test('three sources on ten cards go back to whoever they came from, to the cent, after a second person', async () => {
  const numbers = Array.from({ length: 10 }, (_, at) => at + 1);
  for (const n of numbers) {
    await put(n, '12', 'walletPaid', 1_000 + n);
    await put(n, '10', 'walletPaid', 500);
    await put(n, '10', 'walletGift', 33);
    await put(n, '10', 'walletPreload', 7);
  }
  const before = await onBalances();
  const { data } = await preview(agent, [...numbers, 31]);
  expect(data).toMatchObject({
    willTouch: 10,
    skipped: [{ reason: 'nothingToClear', count: 1 }],
    needsApproval: true,
    money: {
      payer: null,
      total: '-15455',
      held: '0',
      groups: [
        { words: '充值余额 → 甲代理', quantity: 10, amount: '-5000' },
        { quantity: 10, amount: '-10055' },
        { words: '赠送余额 → 甲代理', quantity: 10, amount: '-330' },
        { words: '预存余额 → 甲代理', quantity: 10, amount: '-70' },
      ],
    },
  });
  const { taskId } = await agent.ask(startAction, {
    body: { previewId: (data as { previewId: string }).previewId },
  });
  await workOff(under);
  expect(await onBalances()).toEqual(before);
  expect((await pass(agent, taskId)).message).toBe('不能审批自己创建的任务');
  expect((await agent.ask(listClearings, {})).list[0]).toMatchObject({
    id: taskId,
    state: 'pending',
    amount: '15455',
    cards: 10,
    offered: { check: false, cancel: true },
  });
  expect((await pass(caiwu, taskId)).code).toBe('200');
  await workOff(under);
  const after = await onBalances();
  expect(after.map((each, at) => each - (before[at] ?? 0))).toEqual([5_400, 10_055]);
  for (const n of numbers) expect(await onCard(n)).toEqual([0, 0, 0]);
  expect(await task(under, taskId)).toMatchObject({ done: 10, failed: 0, skipped: 0 });
  expect((await item(under, taskId, 1)).words_zh).toContain('充值余额 → 甲代理 5.00 CNY');
  expect((await events(under, 1)).at(-1)).toMatchObject({ action: 'clear_balance', result: 'done' });
  expect((await agent.ask(listClearings, {})).list[0]).toMatchObject({
    state: 'done',
    cleared: '15455',
    clearedCards: 10,
    checkedBy: 'caiwu',
  });
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('a card recharged or reversed before the approval is skipped with the difference, the others are cleared', async () => {
  for (const n of [11, 12]) await put(n, '12', 'walletPaid', 100);
  const { taskId } = await begin(agent, [11, 12]);
  await put(11, '12', 'walletPaid', 50);
  await pass(caiwu, taskId);
  await workOff(under);
  expect(await task(under, taskId)).toMatchObject({ done: 1, skipped: 1 });
  expect((await item(under, taskId, 11)).words_zh).toBe('预检后余额有变动：1.00 CNY → 1.50 CNY');
  expect([await onCard(11), await onCard(12)]).toEqual([
    [150, 0, 0],
    [0, 0, 0],
  ]);
  // What was skipped may be cleared anew; what was cleared may not.
  expect((await preview(agent, [11, 12])).data).toMatchObject({
    willTouch: 1,
    skipped: [{ reason: 'nothingToClear', count: 1 }],
  });
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('what moved between preview and start refuses the start', async () => {
  await put(13, '12', 'walletPaid', 100);
  const { data } = await preview(agent, [13]);
  await put(13, '12', 'walletPaid', 1);
  const started = await agent.call(startAction, { body: { previewId: (data as { previewId: string }).previewId } });
  expect(started.code).toBe('4091828');
});

test('twenty approvals, workers and other clearings at once clear each card once', async () => {
  await put(14, '12', 'walletPaid', 100);
  await put(14, '10', 'walletGift', 9);
  const before = await onBalances();
  const previews = await Promise.all(Array.from({ length: 20 }, () => preview(agent, [14])));
  const starts = await Promise.all(
    previews.map(({ data }) =>
      agent.call(startAction, { body: { previewId: (data as { previewId: string }).previewId } }),
    ),
  );
  const [only, ...others] = starts.filter(({ code }) => code === '200');
  expect(others).toEqual([]);
  expect([...new Set(starts.map(({ code }) => code))].sort()).toEqual(['200', '4091828']);
  const taskId = (only?.data as { taskId: string } | undefined)?.taskId ?? '';
  expect((await preview(agent, [14])).data).toMatchObject({ skipped: [{ reason: 'openClearing', count: 1 }] });
  const passes = await Promise.all(Array.from({ length: 20 }, () => pass(caiwu, taskId)));
  expect(passes.filter(({ code }) => code === '200')).toHaveLength(1);
  await Promise.all(Array.from({ length: 5 }, () => workOff(under)));
  expect((await onBalances()).map((each, at) => each - (before[at] ?? 0))).toEqual([9, 100]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('killed before its commit nothing is posted, and the next worker posts it once', async () => {
  await put(15, '12', 'walletPaid', 100);
  const { taskId } = await begin(agent, [15]);
  await pass(caiwu, taskId);
  const before = await onBalances();
  const { id: targetId } = await card(under, 15);
  const row = await task(under, taskId);
  const batch = {
    task: {
      id: taskId,
      taskNo: row.task_no,
      action: 'clear_balance',
      customerId: '10',
      accountId: null,
      accountName: '',
      parameters: asked,
    },
    items: [{ seq: 1, target: iccid(15), targetId }],
    settleIn: async () => {
      throw new LeaseLost();
    },
  } as unknown as Parameters<typeof clearingTaskAction.run>[1];
  await expect(clearingTaskAction.run(under.ctx, batch)).rejects.toThrow(LeaseLost);
  expect(await onBalances()).toEqual(before);
  await workOff(under);
  expect((await onBalances()).map((each, at) => each - (before[at] ?? 0))).toEqual([0, 100]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('cards in use stay, idle ones and those that left their payer do not', async () => {
  await put(31, '12', 'walletPaid', 100);
  expect((await preview(agent, [31])).data).toMatchObject({ skipped: [{ reason: 'stillInUse', count: 1 }] });
  expect((await agent.ask(listClearableCards, { query: { iccid: [iccid(31)] } })).list).toEqual([]);
  // Taken back by the one above.
  await under.db.updateTable('cards.card').set({ customer_id: '10' }).where('iccid', '=', iccid(31)).execute();
  expect((await agent.ask(listClearableCards, { query: { iccid: [iccid(31)] } })).list).toMatchObject([
    { why: 'moved', paid: '100', total: '100', block: null },
  ]);
  expect((await preview(agent, [31])).data).toMatchObject({ willTouch: 1, money: { total: '-100' } });
  await put(32, '12', 'walletPaid', 100);
  const old = new Date(under.clock.now().getTime() - 200 * 86_400_000);
  const { id } = await card(under, 32);
  await under.db.updateTable('orders.card_recharge').set({ created_at: old }).where('card_id', '=', id).execute();
  await under.db.updateTable('cards.card').set({ last_session_at: old }).where('id', '=', id).execute();
  expect((await agent.ask(listClearableCards, { query: { why: ['idle'] } })).list).toMatchObject([
    { iccid: iccid(32), why: 'idle' },
  ]);
  expect((await preview(agent, [32], { idleMonths: 12 })).data).toMatchObject({ skipped: [{ reason: 'stillInUse' }] });
  expect((await preview(agent, [32])).data).toMatchObject({ willTouch: 1 });
});

test('what was paid above is not cleared below, foreign cards do not exist, parameters are refused at their fields', async () => {
  await put(20, '10', 'walletGift', 50);
  expect((await preview(child, [20])).data).toMatchObject({ skipped: [{ reason: 'paidAbove', count: 1 }] });
  expect((await preview(rival, [20])).data).toMatchObject({ skipped: [{ reason: 'notFound', count: 1 }] });
  expect((await rival.ask(listClearableCards, {})).list).toEqual([]);
  const wrong = await preview(agent, [20], { reason: '', idleMonths: undefined });
  expect((wrong.data as unknown as { errors: { field: string }[] }).errors.map(({ field }) => field).sort()).toEqual([
    'parameters.idleMonths',
  ]);
  expect((await agent.ask(listClearableCards, { query: { iccid: [iccid(20)] } })).summary).toMatchObject({
    currency: 'CNY',
    cards: 1,
    gift: '50',
  });
});

test('rejected or cancelled it posts nothing and frees the cards; others neither see nor check it', async () => {
  await put(21, '12', 'walletPaid', 100);
  const before = await onBalances();
  const { taskId } = await begin(agent, [21]);
  expect((await pass(rival, taskId)).code).toMatch(/^404/);
  expect((await rival.call(cancelClearing, { body: { id: taskId } })).code).toMatch(/^404/);
  const unsaid = await caiwu.call(checkClearing, { body: { id: taskId, verdict: 'reject', reason: '' } });
  expect((unsaid.data as unknown as { errors: object[] }).errors).toMatchObject([{ field: 'reason' }]);
  expect((await caiwu.call(checkClearing, { body: { id: taskId, verdict: 'reject', reason: '先核对' } })).code).toBe(
    '200',
  );
  await workOff(under);
  const again = await begin(agent, [21]);
  expect((await agent.call(cancelClearing, { body: { id: again.taskId } })).code).toBe('200');
  expect((await pass(caiwu, again.taskId)).code).toMatch(/^409/);
  await workOff(under);
  expect((await agent.ask(listClearings, {})).list.slice(0, 2)).toMatchObject([
    { state: 'cancelled', cleared: '0' },
    { state: 'rejected', cleared: '0', checkNote: '先核对' },
  ]);
  expect(await onBalances()).toEqual(before);
  expect((await preview(agent, [21])).data).toMatchObject({ willTouch: 1 });
});

test('whoever checks tasks but not clearings lets none pass', async () => {
  await put(22, '12', 'walletPaid', 100);
  const { taskId } = await begin(agent, [22]);
  const tried = [await operator.call(checkTask, { body: { taskId, passes: true } }), await pass(operator, taskId)];
  expect(tried.map(({ code }) => code.slice(0, 3))).toEqual(['403', '403']);
  expect(await task(under, taskId)).toMatchObject({ approval: 'pending' });
});

test('a recharge is taken back no further than what of it was not cleared', async () => {
  await addCards(under, [{ n: 40, customerId: '12' }]);
  const { id: cardId } = await card(under, 40);
  await agent.ask(rechargeCard, { body: { cardId, amount: '5.00' } });
  await under.db.updateTable('orders.card_recharge').set({ cleared: '500' }).where('card_id', '=', cardId).execute();
  await child.ask(rechargeCard, { body: { cardId, amount: '2.00' } });
  const shown = await agent.ask(readCardWallet, { query: { number: iccid(40) } });
  expect(shown.recharges.map(({ isReversible }) => isReversible)).toContain(false);
  const first = shown.recharges.find(({ amount }) => amount === '500')?.id ?? '';
  expect((await agent.call(reverseCardRecharge, { body: { id: first, reason: '充错卡' } })).code).toBe('4091826');
});
