import {
  listDeductionCards,
  listDeductions,
  readDeduction,
  readFigures,
  rerateDeductions,
} from '@cardinal/contract/api/deductions/records.ts';
import { disableTariff, enableTariff, simulateTariff, tariffs } from '@cardinal/contract/api/deductions/tariffs.ts';
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
import { FLOW_POOL_RIGHTS, fill, newFlowPool, poolPackage, runFlowPool } from '@cardinal/testing/flowPoolsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../framework/context.ts';
import { verifyLedger } from '../ledger/face.ts';
import { chargeCustomers } from './charging/chargeCustomers.ts';

const under = await forThisFile(deductionsUnderTest());
const agent = () => under.anew('agent');
const MB = 1024 ** 2;
const stopTasks = async () =>
  (await under.db.selectFrom('tasks.task').select('id').where('action_code', '=', 'forced_stop_card').execute()).length;

/** A pool of agent A, filled with so much, that stops nobody when it has run out. */
async function filledPool(caller: Awaited<ReturnType<typeof agent>>, bytes: number) {
  await allow(under, 'agent', FLOW_POOL_RIGHTS);
  await fund(under, '10', 100_000);
  const pool = await newFlowPool(caller, { exhaustedAction: 4 });
  const { id } = await poolPackage(under, bytes);
  await fill(caller, pool.id, id);
  return pool;
}

beforeEach(async () => {
  // One customer's tariffs may not overlap: each test has its own.
  await sql`update deductions.tariff set state = 'off'`.execute(under.db);
});

test('readings of 0.1 GB ten times at 5.00 come to 5.00, one posting a run, with every byte explained', async () => {
  const caller = await agent();
  await fund(under, PAYER, 10_000);
  const id = await tariffOn(caller);
  const one = await usedCard(under);
  const [before, owner] = [await balance(under, PAYER), await balance(under, '10')];
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    await one.read(Math.round((tenth * GB) / 10));
    if (tenth % 3 === 0) await charge(under);
  }
  await charge(under);
  await charge(under);
  expect(await amountsOf(under, id)).toEqual([150, 150, 150, 50]);
  expect([await balance(under, PAYER), await balance(under, '10')]).toEqual([before - 500, owner + 500]);
  const { list } = await caller.ask(listDeductions, { query: { tariffId: [id] } });
  expect(list.map(({ amount, state, kind, unitPrice, cards }) => [amount, state, kind, unitPrice, cards])).toEqual(
    ['50', '150', '150', '150'].map((amount) => [amount, 'posted', 'charge', '5.00', 1]),
  );
  const [latest] = list;
  const read = await caller.ask(readDeduction, { query: { id: latest?.id ?? '' } });
  expect(read).toMatchObject({
    amount: '50',
    total: '500',
    before: '450',
    rounding: '0',
    bytes: String(GB - Math.round(0.9 * GB)),
  });
  expect(read.parts).toEqual([{ revision: 2, unitPrice: '5.00', bytes: String(GB), amount: '5.00' }]);
  const cards = await caller.ask(listDeductionCards, { query: { deductionId: latest?.id ?? '' } });
  expect(cards.list).toMatchObject([{ iccid: one.iccid, amount: '50', isCorrected: false }]);
  const { figures } = await caller.ask(readFigures, { query: { deductionId: latest?.id ?? '', cardId: one.id } });
  expect(figures).toMatchObject([{ after: String(GB), source: 'reading' }]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('a corrected reading of −0.2 GB is an entry of its own that gives 1.00 back', async () => {
  const caller = await agent();
  await fund(under, PAYER, 10_000);
  const id = await tariffOn(caller);
  const one = await usedCard(under);
  await one.read(GB);
  await charge(under);
  await one.read(Math.round(0.8 * GB));
  await charge(under);
  expect(await amountsOf(under, id)).toEqual([500, -100]);
  const { list } = await caller.ask(listDeductions, { query: { tariffId: [id], kind: ['adjustment'] } });
  expect(list).toMatchObject([{ amount: '-100', kind: 'adjustment', state: 'posted' }]);
});

test('whole GB: 5.00 at the first byte, and nothing more until a byte beyond the GB; an account is summed before it is rounded', async () => {
  const caller = await agent();
  await fund(under, PAYER, 10_000);
  const id = await tariffOn(caller, { rounding: 'wholeGb', type: 2 });
  const [one, other] = [await usedCard(under), await usedCard(under)];
  await one.read(1);
  await charge(under);
  await other.read(GB - 1);
  await charge(under);
  expect(await amountsOf(under, id)).toEqual([500]);
  await one.read(2);
  await charge(under);
  expect(await amountsOf(under, id)).toEqual([500, 500]);
  const [, second] = await deductionsOf(under, id);
  // What was read in between came to nothing and is in the next deduction.
  expect(second).toMatchObject({ cards: 2, bytes: String(GB), charged_bytes: String(GB) });
  expect((await caller.ask(readDeduction, { query: { id: second?.id ?? '' } })).rounding).toBeNull();
});

test('packages first: only what they do not cover is charged; usage before it was on is not', async () => {
  const caller = await agent();
  await fund(under, PAYER, 10_000);
  const one = await usedCard(under, PAYER, GB);
  await one.read(GB / 2);
  const id = await tariffOn(caller, { source: 2 });
  await one.read(GB);
  await charge(under);
  expect(await amountsOf(under, id)).toEqual([]);
  await one.read(1.5 * GB);
  await charge(under);
  expect(await deductionsOf(under, id)).toMatchObject([
    { amount: '250', bytes: String(GB), package_bytes: String(GB / 2), charged_bytes: String(GB / 2) },
  ]);
});

test('what a flow pool gives is not charged as well; what a card uses before it joins and after it leaves is', async () => {
  const caller = await agent();
  await fund(under, PAYER, 10_000);
  const one = await usedCard(under, PAYER, GB);
  const id = await tariffOn(caller, { source: 2 });
  await one.read(1.5 * GB);
  await charge(under);
  const pool = await filledPool(caller, GB);
  expect(await runFlowPool(under, caller, 'join_flow_pool', [one.n], pool.id)).toMatchObject({ done: 1 });
  await one.read(2.5 * GB);
  await charge(under);
  await runFlowPool(under, caller, 'leave_flow_pool', [one.n], pool.id);
  await one.read(2.75 * GB);
  await charge(under);
  // 0.5 GB before it joined and 0.25 GB after it left, of 1.75 GB beyond its package.
  expect(await amountsOf(under, id)).toEqual([250, 125]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('what a flow pool that runs out does not give is charged once, however its cards’ readings shift who got it', async () => {
  const caller = await agent();
  await fund(under, PAYER, 100_000);
  const [one, other] = [await usedCard(under), await usedCard(under)];
  const id = await tariffOn(caller, { source: 2 });
  const pool = await filledPool(caller, GB);
  expect(await runFlowPool(under, caller, 'join_flow_pool', [one.n, other.n], pool.id)).toMatchObject({ done: 2 });
  const charged = async () => {
    const { rows } = await sql<{ card_id: string; charged: string }>`
      select card_id, sum(charged)::text as charged from deductions.figure where tariff_id = ${id} group by card_id`.execute(
      under.db,
    );
    const of = new Map(rows.map((row) => [row.card_id, Number(row.charged)]));
    return [of.get(one.id) ?? 0, of.get(other.id) ?? 0];
  };
  // The pool gives it whole.
  await one.read(GB);
  await charge(under);
  expect(await amountsOf(under, id)).toEqual([]);
  // Of 2 GB it gives half: each card got half of what it used, though one had been read before.
  await other.read(GB);
  await charge(under);
  expect(await charged()).toEqual([GB / 2, GB / 2]);
  await one.read(3 * GB);
  await charge(under);
  expect((await charged()).reduce((sum, each) => sum + each, 0)).toBe(3 * GB);
  expect((await amountsOf(under, id)).reduce((sum, each) => sum + each, 0)).toBe(1_500);
  expect(await under.db.selectFrom('deductions.redrawn').selectAll().execute()).toEqual([]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('a new price holds from its moment by the time of the reading; switched off nothing is charged, on again only what comes', async () => {
  const caller = await agent();
  await fund(under, PAYER, 100_000);
  const id = await tariffOn(caller);
  const one = await usedCard(under);
  await one.read(GB);
  const from = new Date(under.clock.now().getTime() + 3_600_000).toISOString();
  const row = async () => (await caller.ask(tariffs.list, { query: {} })).list.find((each) => each.id === id);
  const edit = async (unitPrice: string, validFrom: string | null) =>
    caller.ask(tariffs.edit, {
      body: {
        id,
        version: (await row())?.version ?? 0,
        unitPrice,
        freeMb: 0,
        rounding: 'exact',
        onEmpty: 1,
        validFrom,
      },
    });
  await edit('8.00', from);
  expect(await row()).toMatchObject({ unitPrice: '5.00', nextPrice: '8.00', nextFrom: from });
  await one.read(2 * GB);
  under.clock.advance(3_600_000);
  await one.read(3 * GB);
  await charge(under);
  expect(await amountsOf(under, id)).toEqual([1_800]);
  const [first] = await deductionsOf(under, id);
  expect(first).toMatchObject({ unit_price: null });
  await caller.ask(disableTariff, { body: { id, version: (await row())?.version ?? 0 } });
  await one.read(5 * GB);
  await charge(under);
  await caller.ask(enableTariff, { body: { id, version: (await row())?.version ?? 0 } });
  await one.read(6 * GB);
  await charge(under);
  expect(await amountsOf(under, id)).toEqual([1_800, 800]);
});

test('balance used up: what is charged waits, the cards are stopped once by one task; a recharge posts in order and lets them run', async () => {
  const caller = await agent();
  const id = await tariffOn(caller);
  const [one, other] = [await usedCard(under), await usedCard(under)];
  const [spare, stopsBefore] = [await balance(under, PAYER), await stopTasks()];
  await fund(under, PAYER, 100);
  // More than there is.
  const most = Math.ceil((spare + 100) / 500 + 1) * GB;
  await one.read(most);
  await chargedMinute(under);
  await one.read(3 * most);
  await chargedMinute(under);
  const waiting = await deductionsOf(under, id);
  expect(waiting.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  for (const { n } of [one, other])
    expect(await card(under, n)).toMatchObject({ stop_reasons: [2], lifecycle: 'stopped', pending_action: null });
  expect((await effects(under, [one.n, other.n])).summary.byCount).toEqual({ 1: 2 });
  expect((await stopTasks()) - stopsBefore).toBe(1);
  await fund(under, PAYER, Number(waiting[0]?.amount));
  await chargedMinute(under);
  expect((await deductionsOf(under, id)).map(({ state }) => state)).toEqual(['posted', 'waiting']);
  expect(await card(under, one.n)).toMatchObject({ stop_reasons: [2] });
  await fund(under, PAYER, Number(waiting[1]?.amount));
  await chargedMinute(under);
  expect((await deductionsOf(under, id)).map(({ state }) => state)).toEqual(['posted', 'posted']);
  for (const { n } of [one, other])
    expect(await card(under, n)).toMatchObject({ stop_reasons: [], lifecycle: 'activated' });
});

test('only packages: a card beyond them is stopped for arrears, others run on, and nothing is charged', async () => {
  const caller = await agent();
  const id = await tariffOn(caller, { source: 0, unitPrice: null });
  const [one, other] = [await usedCard(under, PAYER, 10 * MB), await usedCard(under, PAYER, 10 * MB)];
  await one.read(11 * MB);
  await other.read(9 * MB);
  await chargedMinute(under);
  expect(await card(under, one.n)).toMatchObject({ stop_reasons: [2], lifecycle: 'stopped' });
  expect(await card(under, other.n)).toMatchObject({ stop_reasons: [] });
  expect(await amountsOf(under, id)).toEqual([]);
});

test('a reading that died charges nothing; a run that died is repeated whole; re-rating posts only what is missing', async () => {
  const caller = await agent();
  await fund(under, PAYER, 10_000);
  const id = await tariffOn(caller);
  const one = await usedCard(under);
  await expect(one.read(GB, true)).rejects.toThrow('died');
  await charge(under);
  expect(await amountsOf(under, id)).toEqual([]);
  await one.read(GB);
  const transact: Ctx['transact'] = (run) =>
    under.ctx.transact(async (inside) => {
      await run(inside);
      throw new Error('The run died');
    });
  const dying: Ctx = { ...under.ctx, transact };
  await expect(chargeCustomers(dying)).rejects.toThrow('died');
  expect(await amountsOf(under, id)).toEqual([]);
  await charge(under);
  await charge(under);
  expect(await amountsOf(under, id)).toEqual([500]);
  const today = new Date(under.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  const body = { tariffId: id, from: today, to: today };
  expect(await caller.ask(rerateDeductions, { body })).toEqual({ cards: 0, bytes: '0', chargedBytes: '0' });
  // What was lost on the way is found again.
  await sql`delete from deductions.figure where tariff_id = ${id} and revision > 0`.execute(under.db);
  await sql`update deductions.card_cycle set charged = 0 where tariff_id = ${id}`.execute(under.db);
  expect(await caller.ask(rerateDeductions, { body })).toMatchObject({ cards: 1, chargedBytes: String(GB) });
  await charge(under);
  expect(await amountsOf(under, id)).toEqual([500]);
});

test('what is refused: strangers, a price below one’s own, overlapping scopes, another’s tariff', async () => {
  const [caller, operator, rival] = [await agent(), await under.anew('operator'), await under.anew('rival')];
  const refused = async (who: typeof caller, body: Partial<typeof plain>) =>
    (await who.call(tariffs.create, { body: { ...plain, ...body } })).code;
  expect(await refused(rival, {})).toBe('4002500');
  expect(await refused(operator, {})).toBe('4002500');
  expect(await refused(caller, { unitPrice: null })).toBe('4002503');
  expect(await refused(caller, { validFrom: '2020-01-01T00:00:00Z' })).toBe('4002504');
  const own = await tariffOn(operator, { customerId: '10', unitPrice: '4.00', onEmpty: 4 });
  expect(await refused(caller, { unitPrice: '3.999999' })).toBe('4002502');
  const id = await tariffOn(caller, { unitPrice: '4.00' });
  const { id: second } = await caller.ask(tariffs.create, { body: { ...plain, productCodes: [] } });
  expect((await caller.call(enableTariff, { body: { id: second, version: 1 } })).code).toBe('4092500');
  const { version } = await operator.ask(simulateTariff, { query: { id } });
  expect((await operator.call(disableTariff, { body: { id, version } })).code).toBe('4092501');
  expect((await rival.call(disableTariff, { body: { id, version } })).code).toBe('4042500');
  expect((await rival.ask(tariffs.list, { query: {} })).list.filter((each) => [id, own].includes(each.id))).toEqual([]);
});

test('a customer that was moved is not charged by its former parent any more', async () => {
  await fund(under, PAYER, 10_000);
  const id = await tariffOn(await agent());
  const one = await usedCard(under);
  await one.read(GB);
  const to = (parentId: string) =>
    under.db.updateTable('customers.customer').set({ parent_id: parentId }).where('id', '=', PAYER).execute();
  await to('1');
  await one.read(2 * GB);
  await to('10');
  await charge(under);
  expect(await amountsOf(under, id)).toEqual([500]);
});
