import { listDeductions, readCardDeductions, readDeduction } from '@cardinal/contract/api/deductions/records.ts';
import { enableTariff, tariffs } from '@cardinal/contract/api/deductions/tariffs.ts';
import { readCardWallet, rechargeCard } from '@cardinal/contract/api/orders/cardWallets.ts';
import { card, effects } from '@cardinal/testing/cardsUnderTest.ts';
import {
  amountsOf,
  balance,
  charge,
  chargedMinute,
  deductionsOf,
  deductionsUnderTest,
  GB,
  PAYER,
  plain,
  tariffOn,
  usedCard,
} from '@cardinal/testing/deductionsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, fund } from '@cardinal/testing/ordersUnderTest.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';

const under = await forThisFile(deductionsUnderTest());
const agent = async () => {
  await allow(under, 'agent', ['singleCardRecharge.view', 'singleCardRecharge.recharge']);
  await fund(under, '10', 1_000_000);
  return under.anew('agent');
};
type Caller = Awaited<ReturnType<typeof agent>>;
const wallet = { payer: 'wallet' } as const;
const recharge = (caller: Caller, cardId: string, amount: string) =>
  caller.ask(rechargeCard, { body: { cardId, amount } });
const onCard = async (caller: Caller, number: string) => {
  const { paid, gift, preload } = await caller.ask(readCardWallet, { query: { number } });
  return Number(paid) + Number(gift) + Number(preload);
};
const stopTasks = async () =>
  (await under.db.selectFrom('tasks.task').select('id').where('action_code', '=', 'forced_stop_card').execute()).length;

beforeEach(async () => {
  await sql`update deductions.tariff set state = 'off'`.execute(under.db);
});

test('each card pays from its own wallet, one posting a card and run; what is corrected goes back onto it', async () => {
  const caller = await agent();
  const id = await tariffOn(caller, wallet);
  const [one, other] = [await usedCard(under), await usedCard(under)];
  await recharge(caller, one.id, '20.00');
  await recharge(caller, other.id, '10.00');
  const [payer, owner] = [await balance(under, PAYER), await balance(under, '10')];
  await one.read(GB);
  await other.read(2 * GB);
  await charge(under);
  await charge(under);
  expect((await amountsOf(under, id)).sort()).toEqual([1_000, 500]);
  expect([await onCard(caller, one.iccid), await onCard(caller, other.iccid)]).toEqual([1_500, 0]);
  await one.read(Math.round(0.8 * GB));
  await charge(under);
  expect(await onCard(caller, one.iccid)).toBe(1_600);
  expect([await balance(under, PAYER), await balance(under, '10')]).toEqual([payer, owner + 1_400]);
  const { list } = await caller.ask(listDeductions, { query: { tariffId: [id], payer: ['wallet'] } });
  expect(list.map(({ amount, cards, balance: left }) => [amount, cards, left])).toContainEqual(['-100', 1, '1600']);
  const read = await caller.ask(readDeduction, { query: { id: list[0]?.id ?? '' } });
  expect(read).toMatchObject({ payer: 'wallet', total: '400', rounding: '0', cards: 1 });
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('a wallet that does not cover it stops its card only, cards together by one task; a recharge of that card posts in order and lets it run', async () => {
  const caller = await agent();
  const id = await tariffOn(caller, wallet);
  const [one, two, rich] = [await usedCard(under), await usedCard(under), await usedCard(under)];
  await recharge(caller, rich.id, '100.00');
  await recharge(caller, one.id, '4.99');
  const before = await stopTasks();
  for (const each of [one, two, rich]) await each.read(GB);
  await chargedMinute(under);
  await one.read(3 * GB);
  await chargedMinute(under);
  for (const { n } of [one, two])
    expect(await card(under, n)).toMatchObject({ stop_reasons: [2], lifecycle: 'stopped', pending_action: null });
  expect(await card(under, rich.n)).toMatchObject({ stop_reasons: [], lifecycle: 'activated' });
  expect((await stopTasks()) - before).toBe(1);
  // Covers the first of two; the card stays stopped.
  await recharge(caller, one.id, '1.00');
  await chargedMinute(under);
  expect(await card(under, one.n)).toMatchObject({ stop_reasons: [2] });
  expect(await onCard(caller, one.iccid)).toBe(99);
  await recharge(caller, one.id, '50.00');
  await chargedMinute(under);
  expect(await card(under, one.n)).toMatchObject({ stop_reasons: [], lifecycle: 'activated' });
  expect(await card(under, two.n)).toMatchObject({ stop_reasons: [2], lifecycle: 'stopped' });
  expect(await onCard(caller, one.iccid)).toBe(5_099 - 1_000);
  expect((await effects(under, [one.n])).summary.byCount).toEqual({ 2: 1 });
  const states = (await deductionsOf(under, id)).map(({ state }) => state);
  expect(states.filter((state) => state === 'waiting')).toHaveLength(1);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('whatever is read, corrected and recharged in whatever order: a card has paid the rounded total once it can, and is never below zero', async () => {
  const caller = await agent();
  const id = await tariffOn(caller, { ...wallet, unitPrice: '0.333333', onEmpty: 4 });
  const step = fc.oneof(
    fc.record({ read: fc.integer({ min: 0, max: 5 * GB }) }),
    fc.record({ recharge: fc.integer({ min: 1, max: 120 }) }),
    fc.constant({ run: true }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const one = await usedCard(under);
      let recharged = 0;
      for (const each of steps) {
        if ('read' in each) await one.read(each.read);
        else if ('recharge' in each) {
          recharged += each.recharge;
          await recharge(caller, one.id, (each.recharge / 100).toFixed(2));
        } else await charge(under);
        expect(await onCard(caller, one.iccid)).toBeGreaterThanOrEqual(0);
      }
      await recharge(caller, one.id, '20.00');
      await charge(under);
      const of = (await deductionsOf(under, id)).filter(({ card_id }) => card_id === one.id);
      // What a fallen counter comes to is the usage room's.
      const { rows } = await sql<{ used: string }>`
        select coalesce(sum(charged), 0)::text as used from deductions.figure where card_id = ${one.id} and tariff_id = ${id}`.execute(
        under.db,
      );
      const total = Math.round((Number(rows[0]?.used) * 33.3333) / GB);
      expect(of.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(total);
      expect(of.every(({ state }) => state === 'posted')).toBe(true);
      expect(await onCard(caller, one.iccid)).toBe(recharged + 2_000 - total);
    }),
    { numRuns: 12 },
  );
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('what is refused: an account that wallets pay, a wallet without a price, and a wallet that pays two levels', async () => {
  const [caller, operator] = [await agent(), await under.anew('operator')];
  const refused = async (body: Partial<typeof plain>) =>
    (await caller.call(tariffs.create, { body: { ...plain, ...body } })).code;
  expect(await refused({ ...wallet, type: 2 })).toBe('4002740');
  expect(await refused({ ...wallet, source: 0, unitPrice: null })).toBe('4002740');
  await tariffOn(operator, { ...wallet, customerId: '10', unitPrice: '1.00' });
  const { id } = await caller.ask(tariffs.create, { body: { ...plain, ...wallet } });
  expect((await caller.call(enableTariff, { body: { id, version: 1 } })).code).toBe('4092740');
  // The customer's balance may pay the level above, and the cards' wallets another.
  await tariffOn(caller);
});

test('a card shows what its wallet paid and what waits to who has it now, to those above, and to nobody else', async () => {
  const caller = await agent();
  await allow(under, 'subagent', ['singleCardRecharge.view']);
  await allow(under, 'rival', ['singleCardRecharge.view']);
  const [owner, rival] = [await under.anew('subagent'), await under.anew('rival')];
  await tariffOn(caller, wallet);
  const one = await usedCard(under);
  await recharge(caller, one.id, '6.00');
  await one.read(GB);
  await charge(under);
  await one.read(2 * GB);
  await charge(under);
  const query = { cardId: one.id };
  for (const who of [caller, owner])
    expect(await who.ask(readCardDeductions, { query })).toMatchObject({
      waiting: [{ currency: 'CNY', amount: '500' }],
      latest: [
        { amount: '500', state: 'waiting', balance: null },
        { amount: '500', state: 'posted', balance: '100', unitPrice: '5.00' },
      ],
    });
  expect((await rival.call(readCardDeductions, { query })).code).toBe('4040801');
  await under.db.updateTable('cards.card').set({ customer_id: '20' }).where('id', '=', one.id).execute();
  expect(await rival.ask(readCardDeductions, { query })).toEqual({ waiting: [], latest: [] });
});
