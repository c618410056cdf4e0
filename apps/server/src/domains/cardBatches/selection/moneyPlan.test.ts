import { previewExpired, priceChanged } from '@cardinal/contract/api/cardBatches/refusals.ts';
import { previewSelection, readPreview, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { insufficientBalance } from '@cardinal/contract/api/ledger/refusals.ts';
import { CNY, money } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { addCards, cardsUnderTest, listSource, task } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../../framework/context.ts';
import { domain } from '../../../framework/domain.ts';
import { fundsOf, hold, ofCustomer, openAccount, requirePosted } from '../../ledger/face.ts';
import { anyKey, move, openClearing } from '../../ledger/ledgerUnderTest.ts';
import { type BatchAction, batchActions, type FrozenMoney, heldFor } from '../face.ts';

const PAYER = '10';
const balanceOf = (ctx: Ctx) => openAccount(ctx, ofCustomer(PAYER, CNY, 'balance'));

/** What the test room asks per card, by the customer that has it. */
let prices: Record<string, bigint> = {};
const started: { cards: number; money: FrozenMoney | null }[] = [];

/** An action of a later room that costs money: cards of agent A are cheaper than those of its child; foreign ones are not sold. */
const priced: BatchAction = {
  action: 'bind_imei',
  about: () => sql<string>`c.customer_id::text`,
  judge: () => (group) =>
    prices[group.about] === undefined ? { key: 'notSold', words: text('无可订套餐', 'Nothing to order') } : undefined,
  moneyPlan: async (_ctx, _parameters, groups) => ({
    payerId: PAYER,
    currency: CNY,
    groups: groups
      .map(({ about, cards }) => ({ words: text(`客户${about}`, `Customer ${about}`), quantity: cards, about }))
      .sort((a, b) => a.about.localeCompare(b.about))
      .map(({ about, ...line }) => ({ ...line, unitPrice: prices[about] ?? 0n })),
  }),
  started: async (ctx, batch, cards) => {
    started.push({ cards: cards.length, money: batch.money });
    if (!batch.money) return;
    const from = await balanceOf(ctx);
    const into = await openAccount(ctx, ofCustomer(PAYER, CNY, 'frozen'));
    const amount = money(heldFor(batch.money));
    requirePosted(await hold(ctx, { key: `order:${batch.id}`, kind: 'transfer' }, { from, into, amount }));
  },
};

const shop = domain({
  name: 'shop',
  needs: ['ledger', 'cardBatches'],
  tables: {},
  contributes: [batchActions.with(priced)],
});
const under = await forThisFile(cardsUnderTest({ furtherRooms: [shop] }));
const agent = await under.as('agent');
const child = '11';
await addCards(under, [
  ...[1, 2, 3].map((n) => ({ n })),
  ...[4, 5].map((n) => ({ n, customerId: child })),
  { n: 6, customerId: '12' },
]);

const funds = () => fundsOf(under.ctx, ofCustomer(PAYER, CNY, 'balance'));
/** Brings the payer's balance to an amount. */
async function setFunds(minor: bigint) {
  const [own, clearing] = [await balanceOf(under.ctx), await openClearing(under.ctx)];
  const { balance } = await funds();
  if (balance > minor) await move(under.ctx, own, clearing, balance - minor);
  if (balance < minor) await move(under.ctx, clearing, own, minor - balance);
}
const ask = (numbers = [1, 2, 3, 4, 5, 6]) => ({
  action: 'bind_imei' as const,
  source: listSource(numbers),
  parameters: {},
});
const preview = (numbers?: number[]) => agent.ask(previewSelection, { body: ask(numbers) });
const tasks = async () => (await under.db.selectFrom('tasks.task').select('id').execute()).length;

beforeEach(async () => {
  prices = { [PAYER]: 300n, [child]: 500n };
  started.length = 0;
  await setFunds(10_000n);
});

test('a preview shows what it costs by groups, which add up, beside the balance; skipped cards cost nothing', async () => {
  const { money: plan, ...answer } = await preview();
  expect(answer).toMatchObject({ willTouch: 5, willSkip: 1, skipped: [{ words: '无可订套餐', count: 1 }] });
  expect(plan).toEqual({
    payer: '甲代理',
    currency: CNY,
    groups: [
      { words: '客户10', quantity: 3, unitPrice: '300', amount: '900' },
      { words: '客户11', quantity: 2, unitPrice: '500', amount: '1000' },
    ],
    total: '1900',
    held: '1900',
    balance: '10000',
    balanceAfter: '8100',
    spendable: '10000',
    short: null,
  });
  const english = await agent.ask(readPreview, { query: { previewId: answer.previewId }, language: 'en' });
  expect(english.money?.groups[0]?.words).toBe('Customer 10');
  const free = await agent.ask(previewSelection, { body: { ...ask(), action: 'sync_card' } });
  expect(free.money).toBeNull();
});

test('a start holds the total of the frozen plan, and the task carries it', async () => {
  const { previewId } = await preview();
  const { taskId } = await agent.ask(startAction, { body: { previewId } });
  expect(await task(under, taskId)).toMatchObject({ total: 5, currency: CNY, reserved: '1900' });
  expect(started).toMatchObject([{ cards: 5, money: { payerId: PAYER, total: '1900' } }]);
  expect(await funds()).toEqual({ balance: 8_100n, spendable: 8_100n });
});

test('at another price nothing is started, and a new preview starts at the new one', async () => {
  const { previewId } = await preview();
  const before = await tasks();
  prices[child] = 501n;
  const refused = await agent.call(startAction, { body: { previewId } });
  expect([refused.code, refused.message]).toEqual([priceChanged.code, '价格已更新，请重新下单']);
  expect([await tasks(), started.length, (await funds()).balance]).toEqual([before, 0, 10_000n]);
  const anew = await preview();
  expect(anew.money?.total).toBe('1902');
  await agent.ask(startAction, { body: { previewId: anew.previewId } });
  expect((await funds()).balance).toBe(8_098n);
});

test('the preview says what the balance lacks, and the start is refused for it, whatever was spent meanwhile', async () => {
  await setFunds(1_899n);
  const lacking = await preview();
  expect(lacking.money).toMatchObject({ short: '余额不足，可用 18.99 CNY', balanceAfter: '-1' });
  const refused = await agent.call(startAction, { body: { previewId: lacking.previewId } });
  expect([refused.code, refused.message]).toEqual([insufficientBalance.code, '余额不足，可用 18.99 CNY']);
  await setFunds(1_900n);
  const { previewId } = await preview();
  const own = await balanceOf(under.ctx);
  await move(under.ctx, own, await openClearing(under.ctx), 1n, anyKey());
  expect((await agent.call(startAction, { body: { previewId } })).code).toBe(insufficientBalance.code);
  expect(started).toEqual([]);
});

test('of several starts on one balance only those it pays for hold', async () => {
  await setFunds(1_500n);
  const previews = await Promise.all([preview([1, 2, 3]), preview([1, 2, 3]), preview([4, 5])]);
  const answers = await Promise.all(previews.map(({ previewId }) => agent.call(startAction, { body: { previewId } })));
  const { balance } = await funds();
  const held = answers.reduce(
    (sum, { code }, at) => sum + (code === '200' ? BigInt(previews[at]?.money?.total ?? 0) : 0n),
    0n,
  );
  expect(answers.filter(({ code }) => code !== '200').every(({ code }) => code === insufficientBalance.code)).toBe(
    true,
  );
  expect([balance + held, balance >= 0n]).toEqual([1_500n, true]);
});

test('a plan ends with its preview', async () => {
  const { previewId } = await preview();
  under.clock.advance(601_000);
  expect((await agent.call(startAction, { body: { previewId } })).code).toBe(previewExpired.code);
  expect(started).toEqual([]);
});
