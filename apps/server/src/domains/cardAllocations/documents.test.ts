import {
  listAllocationItems,
  listAllocations,
  previewReverse,
  readAllocation,
} from '@cardinal/contract/api/cardAllocations/allocations.ts';
import { allocationNotFound, cardsSold, reversedTooLate } from '@cardinal/contract/api/cardAllocations/refusals.ts';
import { previewTaskRetry } from '@cardinal/contract/api/cardBatches/retry.ts';
import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { previewUndo } from '@cardinal/contract/api/cardBatches/undo.ts';
import { insufficientBalance } from '@cardinal/contract/api/ledger/refusals.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { addCards, card, cardsUnderTest, iccid, listSource, start, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, balanceOf, fund, order, ordersWorkOff, sellPackage } from '@cardinal/testing/ordersUnderTest.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { settleDocumentsJob } from './documents/settleDocuments.ts';

const [AGENT, TARGET] = ['10', '11'];
const under = await forThisFile(cardsUnderTest());
await allow(under, 'agent', ['cardAllocation.view', 'cardAllocation.export', 'cardAllocation.reverse']);
await allow(under, 'subagent', ['cardAllocation.view']);
await allow(under, 'rival', ['cardAllocation.view']);
const [agent, subagent, rival] = await Promise.all([under.as('agent'), under.as('subagent'), under.as('rival')]);
const code = await sellProduct(under.ctx, {
  code: 'GIVEN',
  carrierAccountId: under.accountId,
  customerIds: [AGENT, { to: TARGET, from: AGENT }],
});
/** What a customer pays for a card of the product, and the least it charges below. */
const price = (customerId: string, reserve: string, least: string) =>
  under.db
    .updateTable('catalogue.card_price')
    .set({ reserve_price: reserve, min_price: least })
    .where('distribution_id', 'in', (from) =>
      from
        .selectFrom('catalogue.product_distribution as d')
        .innerJoin('catalogue.product as p', 'p.id', 'd.product_id')
        .select('d.id')
        .where('p.code', '=', code)
        .where('d.customer_id', '=', customerId),
    )
    .execute();
await price(AGENT, '200', '300');
await price(TARGET, '300', '300');
let next = 1;
const newCards = async (count: number) => {
  const numbers = Array.from({ length: count }, (_, at) => next + at);
  next += count;
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  return numbers;
};

/** Works off a task and ends its documents, as the job would. */
async function settled(taskId: string): Promise<string> {
  await workOff(under);
  await settleDocumentsJob.run(under.ctx, { taskId }, new AbortController().signal);
  await foldPostings(under.ctx);
  return taskId;
}
const give = async (numbers: number[], parameters: object = {}) =>
  settled(
    (
      await start(agent, 'allocate_card', listSource(numbers), {
        targetCustomerId: TARGET,
        productCode: code,
        ...parameters,
      })
    ).taskId,
  );
const documentsOf = async (who: Caller, taskId: string) => {
  const { list } = await who.ask(listAllocations, { query: { pageSize: 50 } });
  const own = await under.db
    .selectFrom('card_allocations.allocation')
    .select('id')
    .where('task_id', '=', taskId)
    .execute();
  return list.filter(({ id }) => own.some((each) => each.id === id));
};
const documentOf = async (taskId: string, who = agent) => {
  const [only] = await documentsOf(who, taskId);
  if (!only) throw new Error('no document');
  return only;
};
const reverse = async (id: string) => {
  const shown = await agent.ask(previewReverse, { body: { allocationId: id } });
  return settled((await agent.ask(startAction, { body: { previewId: shown.previewId } })).taskId);
};

test('giving and taking back are documents of both sides; a side above is not named, strangers find nothing', async () => {
  const numbers = await newCards(4);
  const taskId = await give(numbers.slice(0, 3), { remark: '九月批次' });
  const given = await documentOf(taskId);
  expect(given).toMatchObject({
    direction: 'allocate',
    fromName: '甲代理',
    targetCustomerId: TARGET,
    productCode: code,
    asked: 3,
    done: 3,
    failed: 0,
    unitPrice: null,
    amount: null,
    state: 'done',
    madeBy: 'agent',
    remark: '九月批次',
    isReversible: true,
  });
  expect(await documentOf(taskId, subagent)).toMatchObject({
    fromName: '上级',
    targetCustomerId: TARGET,
    madeBy: null,
    taskId: null,
    isReversible: false,
  });
  const opened = await subagent.ask(readAllocation, { query: { allocationId: given.id } });
  expect(opened).toMatchObject({ fromName: '上级', taskNo: null, postings: [], areAllSegments: true });
  expect(opened.segments).toEqual([{ first: iccid(numbers[0] ?? 0), last: iccid(numbers[2] ?? 0), cards: 3 }]);
  expect((await rival.call(readAllocation, { query: { allocationId: given.id } })).code).toBe(allocationNotFound.code);
  expect((await rival.ask(listAllocationItems, { query: { allocationId: given.id } })).total).toBe(0);
  const { list } = await agent.ask(listAllocationItems, { query: { allocationId: given.id } });
  expect(list.map(({ iccid: number, result }) => [number, result])).toEqual(
    numbers.slice(0, 3).map((n) => [iccid(n), 'done']),
  );
  // An ancestor’s id that the caller does not see finds what an unknown one finds.
  for (const customerId of [AGENT, '999999']) {
    expect((await subagent.ask(listAllocations, { query: { customerId } })).total).toBe(0);
    expect((await subagent.ask(listAllocations, { query: { targetCustomerId: [customerId] } })).total).toBe(0);
  }
  expect((await subagent.ask(listAllocations, { query: { customerId: TARGET } })).total).toBe(1);

  const back = await settled((await start(agent, 'recover_card', listSource(numbers.slice(0, 1)))).taskId);
  expect(await documentOf(back)).toMatchObject({ direction: 'recover', targetCustomerId: AGENT, done: 1 });
  expect(await documentOf(back, subagent)).toMatchObject({ targetCustomerId: null, toName: '上级' });
});

test('500 cards of a segment with 3 sold meanwhile: 497 move, are paid once in both wallets and stand in history', async () => {
  const numbers = await newCards(500);
  await fund(under, TARGET, 400_000);
  const [seller, buyer] = [await balanceOf(under, AGENT), await balanceOf(under, TARGET)];
  const { taskId } = await start(
    agent,
    'allocate_card',
    { kind: 'segment', startIccid: iccid(numbers[0] ?? 0), endIccid: iccid(numbers.at(-1) ?? 0) },
    { targetCustomerId: TARGET, productCode: code, cardPrice: '800' },
  );
  expect(await balanceOf(under, TARGET)).toMatchObject({
    balance: buyer.balance - 400_000n,
    frozen: buyer.frozen + 400_000n,
  });
  const sold = numbers.slice(10, 13);
  await under.db.updateTable('cards.card').set({ customer_id: '20' }).where('iccid', 'in', sold.map(iccid)).execute();
  await settled(taskId);
  expect(await documentOf(taskId)).toMatchObject({
    asked: 500,
    done: 497,
    failed: 3,
    unitPrice: '800',
    amount: '397600',
    currency: 'CNY',
    state: 'partial',
  });
  expect((await balanceOf(under, AGENT)).balance - seller.balance).toBe(397_600n);
  expect(await balanceOf(under, TARGET)).toEqual({ ...buyer, balance: buyer.balance - 397_600n });
  const events = await under.db
    .selectFrom('cards.card_event')
    .select('operation_type')
    .where('task_id', '=', taskId)
    .execute();
  expect(events.filter(({ operation_type }) => operation_type === 1)).toHaveLength(497);
  const { id } = await documentOf(taskId);
  const opened = await agent.ask(readAllocation, { query: { allocationId: id } });
  expect(opened.segments.map(({ cards }) => cards)).toEqual([10, 487]);
  expect(opened.postings.map(({ amount }) => amount)).toEqual(['-397600', '397600']);
  const failed = await agent.ask(listAllocationItems, { query: { allocationId: id, result: ['skipped'] } });
  expect(failed.total).toBe(3);
  expect(await verifyLedger(under.ctx)).toEqual([]);
  // Repeated after a crash, the end of a document changes nothing.
  await settleDocumentsJob.run(under.ctx, { taskId }, new AbortController().signal);
  expect((await balanceOf(under, AGENT)).balance - seller.balance).toBe(397_600n);
});

test('a price is at least the minimum of the product and charged for one’s own cards; without the balance nothing moves', async () => {
  const [first = 0, second = 0] = await newCards(2);
  const asked = (parameters: object, numbers = [first]) =>
    agent.call(previewSelection, {
      body: {
        action: 'allocate_card',
        source: listSource(numbers),
        parameters: { targetCustomerId: TARGET, ...parameters },
      } as never,
    });
  const low = (await asked({ productCode: code, cardPrice: '299' })).data as unknown as {
    errors: { field: string; message: string }[];
  };
  expect(low.errors[0]).toMatchObject({ field: 'parameters.cardPrice' });
  expect(JSON.stringify(low.errors[0])).toContain('3.00');
  await under.db.updateTable('cards.card').set({ product_code: code }).where('iccid', '=', iccid(first)).execute();
  expect((await asked({ cardPrice: '299' })).data).toMatchObject({
    willTouch: 0,
    skipped: [{ reason: 'belowReserve' }],
  });
  expect((await asked({ cardPrice: '300' })).data).toMatchObject({ willTouch: 1, money: { total: '300' } });
  await under.db.updateTable('cards.card').set({ customer_id: '1' }).where('iccid', '=', iccid(second)).execute();
  expect((await asked({ productCode: code, cardPrice: '300' }, [first, second])).data).toMatchObject({ willTouch: 1 });

  const { balance } = await balanceOf(under, TARGET);
  const preview = await agent.ask(previewSelection, {
    body: {
      action: 'allocate_card',
      source: listSource([first]),
      parameters: { targetCustomerId: TARGET, productCode: code, cardPrice: String(balance + 1n) },
    } as never,
  });
  const { code: refused } = await agent.call(startAction, { body: { previewId: preview.previewId } });
  expect(refused).toBe(insufficientBalance.code);
  expect((await card(under, first)).customer_id).toBe(AGENT);
  expect(await balanceOf(under, TARGET)).toMatchObject({ balance });
});

test('a reversal puts the cards and their price back, and can itself be undone; both documents say so', async () => {
  const numbers = await newCards(3);
  await fund(under, TARGET, 1_000);
  const [seller, buyer] = [await balanceOf(under, AGENT), await balanceOf(under, TARGET)];
  const taskId = await give(numbers, { cardPrice: '300' });
  const { id, allocationNo } = await documentOf(taskId);
  const shown = await agent.ask(previewReverse, { body: { allocationId: id } });
  expect(shown).toMatchObject({ action: 'recover_card', willTouch: 3, money: { total: '900' } });
  const back = await settled((await agent.ask(startAction, { body: { previewId: shown.previewId } })).taskId);
  expect(await balanceOf(under, AGENT)).toEqual(seller);
  expect(await balanceOf(under, TARGET)).toEqual(buyer);
  expect(await documentOf(taskId)).toMatchObject({ state: 'reversed', reversed: 3, isReversible: false });
  const reversal = await agent.ask(readAllocation, { query: { allocationId: (await documentOf(back)).id } });
  expect(reversal).toMatchObject({ direction: 'recover', reverses: { id, allocationNo }, amount: '900' });
  expect((await agent.ask(readAllocation, { query: { allocationId: id } })).reversedBy).toHaveLength(1);

  const again = await reverse(reversal.id);
  expect(await documentOf(again)).toMatchObject({ direction: 'allocate', done: 3, amount: '900' });
  expect(await documentOf(taskId)).toMatchObject({ state: 'done', reversed: 0 });
  expect((await balanceOf(under, AGENT)).balance - seller.balance).toBe(900n);
  expect((await card(under, numbers[0] ?? 0)).customer_id).toBe(TARGET);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('a card with an order keeps its allocation, and after thirty days all stay', async () => {
  const [sold = 0, other = 0] = await newCards(2);
  const taskId = await give([sold, other]);
  const { id } = await documentOf(taskId);
  const preview = await agent.ask(previewReverse, { body: { allocationId: id } });
  await fund(under, TARGET, 5_000);
  const month = await sellPackage(under, { '1': 100, '10': 200, '11': 300 });
  await ordersWorkOff(under, await order(under, month, TARGET, [sold]));
  const refused = await agent.call(previewReverse, { body: { allocationId: id } });
  expect(refused.code).toBe(cardsSold.code);
  expect(JSON.stringify(refused)).toContain('已有 1 张卡产生订单');
  expect((await agent.call(previewUndo, { body: { taskId } })).code).toBe(cardsSold.code);
  expect((await agent.call(startAction, { body: { previewId: preview.previewId } })).code).toBe(cardsSold.code);

  const late = await documentOf(await give(await newCards(1)));
  await under.db
    .updateTable('card_allocations.allocation')
    .set({ created_at: new Date(under.clock.now().getTime() - 31 * 86_400_000) })
    .where('id', '=', late.id)
    .execute();
  expect((await agent.call(previewReverse, { body: { allocationId: late.id } })).code).toBe(reversedTooLate.code);
  expect((await rival.call(previewReverse, { body: { allocationId: id } })).code).toBe(allocationNotFound.code);
});

test('what failed is tried again as a document of its own', async () => {
  const numbers = await newCards(2);
  const taskId = await give(numbers);
  await under.db
    .updateTable('tasks.task_item')
    .set({ state: 'failed', code: 'x' } as never)
    .where('task_id', '=', taskId)
    .where('target', '=', iccid(numbers[0] ?? 0))
    .execute();
  await under.db
    .updateTable('cards.card')
    .set({ customer_id: AGENT })
    .where('iccid', '=', iccid(numbers[0] ?? 0))
    .execute();
  await under.db.updateTable('tasks.task').set({ done: 1, failed: 1 }).where('id', '=', taskId).execute();
  const { previews } = await agent.ask(previewTaskRetry, { body: { taskId } });
  const preview = previews[0];
  const again = await settled((await agent.ask(startAction, { body: { previewId: preview?.previewId ?? '' } })).taskId);
  const { id } = await documentOf(again);
  expect(await agent.ask(readAllocation, { query: { allocationId: id } })).toMatchObject({
    direction: 'allocate',
    done: 1,
    repeatsNo: preview?.taskNo,
  });
});
