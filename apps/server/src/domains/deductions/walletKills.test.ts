import { setTimeout as wait } from 'node:timers/promises';
import { rechargeCard } from '@cardinal/contract/api/orders/cardWallets.ts';
import { effects } from '@cardinal/testing/cardsUnderTest.ts';
import {
  amountsOf,
  deductionsUnderTest,
  GB,
  PAYER,
  tariffOn,
  usedCard,
} from '@cardinal/testing/deductionsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { allow, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { chargeCustomers, chargeJob } from './charging/chargeCustomers.ts';

const CARDS = 20;
const PRICE = 500;
const under = await forThisFile(deductionsUnderTest());
// The workers read the machine's clock.
under.clock.set(new Date(Date.now() - (2 * CARDS + 10) * 60_000));
const workers = await forThisFile(killableWorkers(under));
const now = () => under.clock.set(new Date());

/** Workers come and are killed while they charge, stop and restart; a last one does the rest. */
async function underKills(isDone: () => Promise<boolean>): Promise<void> {
  await under.ctx.enqueue(chargeJob, {});
  for (const life of [40, 200, 500]) {
    const worker = await workers.start();
    await wait(life);
    await worker.kill();
  }
  // Something was cut off, or the kills prove nothing.
  expect(await isDone()).toBe(false);
  const last = await workers.start();
  for (const until = performance.now() + 150_000; performance.now() < until; await wait(500)) {
    now();
    await chargeCustomers(under.ctx);
    if (await isDone()) break;
  }
  await last.kill();
}

/** Cards that are not as they are to be, or of which something is still asked. */
async function unsettled(lifecycle: 'activated' | 'stopped'): Promise<number> {
  const rows = await under.db
    .selectFrom('cards.card')
    .select('id')
    .where('customer_id', '=', PAYER)
    .where((on) => on.or([on('lifecycle', '!=', lifecycle), on('pending_action', 'is not', null)]))
    .execute();
  return rows.length;
}

test('workers killed while wallets pay, cards stop and run again: each byte is charged once to its own card, none below zero', {
  timeout: 400_000,
}, async () => {
  await allow(under, 'agent', ['singleCardRecharge.recharge']);
  await fund(under, '10', 2 * CARDS * PRICE);
  const agent = await under.as('agent');
  const id = await tariffOn(agent, { payer: 'wallet' });
  const cards: Awaited<ReturnType<typeof usedCard>>[] = [];
  for (let n = 0; n < CARDS; n += 1) cards.push(await usedCard(under));
  const recharge = (amount: string) =>
    Promise.all(cards.map((card) => agent.ask(rechargeCard, { body: { cardId: card.id, amount } })));
  await recharge('2.00');
  for (const card of cards) await card.read(GB);
  now();
  const numbers = cards.map(({ n }) => n);
  await underKills(async () => (await unsettled('stopped')) === 0);
  expect(await unsettled('stopped')).toBe(0);
  expect(await amountsOf(under, id)).toEqual(cards.map(() => PRICE));
  await recharge('4.00');
  await underKills(async () => (await unsettled('activated')) === 0);
  expect(await unsettled('activated')).toBe(0);
  expect((await effects(under, numbers)).summary.byCount).toEqual({ 2: CARDS });
  expect(await amountsOf(under, id)).toEqual(cards.map(() => PRICE));
  await foldPostings(under.ctx);
  const { rows } = await sql<{ balance: string }>`
    select balance::text from ledger.account where owner_kind = 'card' and kind = 'walletPaid'`.execute(under.db);
  expect(rows.map(({ balance }) => balance)).toEqual(cards.map(() => '100'));
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
