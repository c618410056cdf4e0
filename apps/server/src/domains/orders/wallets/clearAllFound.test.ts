import { previewSelection, readAsked, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { selectCardFirst } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { cancelClearing, checkClearing, listClearings } from '@cardinal/contract/api/orders/balanceClearing.ts';
import { MOST_CLEARED } from '@cardinal/contract/api/orders/batchActions.ts';
import { readCardWallet } from '@cardinal/contract/api/orders/cardWallets.ts';
import { tooManyToClear, walletsMoved } from '@cardinal/contract/api/orders/refusals.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { putOnCard } from '@cardinal/testing/cardMoney.ts';
import { addCards, cardsUnderTest, iccid, task, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, balanceOf, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { clearingBatchAction } from './clearingAction.ts';

const under = await forThisFile(cardsUnderTest());
for (const account of ['agent', 'caiwu', 'rival'])
  await allow(under, account, ['clearUpBlance.view', 'clearUpBlance.create', 'clearUpBlance.approve', 'flowCard.view']);
await allow(under, 'kefu', ['clearUpBlance.create', 'flowCard.view']);
const [agent, caiwu, rival, kefu] = [
  await under.as('agent'),
  await under.as('caiwu'),
  await under.as('rival'),
  await under.as('kefu'),
];
type Caller = typeof agent;
await fund(under, '12', 1_000_000);
await addCards(
  under,
  Array.from({ length: 20 }, (_, at) => ({ n: at + 1, customerId: '12', status: 'RETIRED' })),
);
const put = (n: number, minor: number) => putOnCard(under, n, { payer: '12', wallet: 'walletPaid', minor });
const preview = (who: Caller, query: Record<string, string | string[]>, action = 'clear_balance') =>
  who.call(previewSelection, {
    body: {
      action: action as 'clear_balance',
      source: { kind: 'listed', query },
      parameters: action === 'clear_balance' ? { currency: 'CNY', idleMonths: 6, reason: '销户清理' } : {},
    },
  });
const idOf = (answer: { data: unknown }) => (answer.data as { previewId: string }).previewId;
const left = async (n: number) => Number((await agent.ask(readCardWallet, { query: { number: iccid(n) } })).paid);

test('all that the filter finds is named with its sum, frozen, and cleared once a second person agrees', async () => {
  for (const n of [1, 2, 3]) await put(n, 1_000 + n);
  await put(4, 99);
  const found = await preview(agent, { under: '12', totalFrom: '1000', why: ['cancelled'] });
  expect(found.data).toMatchObject({
    willTouch: 3,
    willSkip: 0,
    needsApproval: true,
    money: { total: '-3006', groups: [{ quantity: 3, amount: '-3006' }] },
  });
  // What the filter would find later is not of this clearing.
  await put(5, 5_000);
  const before = Number((await balanceOf(under, '12')).balance);
  const { taskId } = await agent.ask(startAction, { body: { previewId: idOf(found) } });
  expect((await agent.ask(listClearings, {})).list[0]).toMatchObject({ id: taskId, cards: 3, amount: '3006' });
  expect((await agent.ask(readAsked, { query: { taskId } })).source).toMatchObject({ kind: 'listed' });
  await caiwu.ask(checkClearing, { body: { id: taskId, verdict: 'pass' } });
  await workOff(under);
  expect(await task(under, taskId)).toMatchObject({ done: 3, failed: 0, skipped: 0 });
  expect(await Promise.all([1, 2, 3, 4, 5].map(left))).toEqual([0, 0, 0, 99, 5_000]);
  expect(Number((await balanceOf(under, '12')).balance) - before).toBe(3_006);
});

test('of two clearings of everything that start at once, one gets the cards', async () => {
  for (const n of [6, 7]) await put(n, 700);
  const query = { totalFrom: '700', totalTo: '700' };
  const previews = await Promise.all([preview(agent, query), preview(caiwu, query)]);
  const starts = await Promise.all([
    agent.call(startAction, { body: { previewId: idOf(previews[0]) } }),
    caiwu.call(startAction, { body: { previewId: idOf(previews[1]) } }),
  ]);
  expect(starts.map(({ code }) => code).sort()).toEqual(['200', walletsMoved.code].sort());
  // Those in an open clearing are found, and skipped with the reason.
  expect((await preview(agent, query)).data).toMatchObject({
    willTouch: 0,
    skipped: [{ reason: 'openClearing', count: 2 }],
  });
});

test('what is wrong is refused at its field, and what others have is not found', async () => {
  expect(faultsOf(await preview(agent, { totalFrom: 'x' }))).toMatchObject([{ field: 'source.query.totalFrom' }]);
  expect(faultsOf(await preview(agent, { colour: 'red' }))).toMatchObject([{ field: 'source.query.colour' }]);
  expect(faultsOf(await preview(agent, {}, 'stop_card'))).toMatchObject([{ field: 'source.kind' }]);
  expect((await preview(rival, { totalFrom: '1' })).code).toBe(selectCardFirst.code);
  expect((await preview(rival, { under: '12' })).code).toBe(selectCardFirst.code);
  // The list itself must be the caller's to see.
  expect((await preview(kefu, {})).code).toBe(noPermission.code);
});

test('more cards than a clearing takes are refused with the number, those that would be skipped too', async () => {
  for (const n of [8, 9, 10]) await put(n, 800);
  const query = { totalFrom: '800', totalTo: '800' };
  const most = clearingBatchAction.most as { cards: number };
  const usual = most.cards;
  try {
    most.cards = 3;
    const { taskId } = await agent.ask(startAction, { body: { previewId: idOf(await preview(agent, query)) } });
    await put(11, 800);
    expect(await preview(agent, query)).toMatchObject({
      code: tooManyToClear.code,
      message: '一次最多清理 3 张卡，请缩小筛选范围',
    });
    most.cards = 4;
    expect((await preview(agent, query)).data).toMatchObject({ willTouch: 1, willSkip: 3 });
    await agent.ask(cancelClearing, { body: { id: taskId } });
    await workOff(under);
    expect((await preview(agent, query)).data).toMatchObject({ willTouch: 4, willSkip: 0 });
  } finally {
    most.cards = usual;
  }
  expect(usual).toBe(MOST_CLEARED);
});
