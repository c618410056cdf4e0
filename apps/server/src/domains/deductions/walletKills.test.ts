import { rechargeCard } from '@cardinal/contract/api/orders/cardWallets.ts';
import { effects } from '@cardinal/testing/cardsUnderTest.ts';
import { chargesUnderKills } from '@cardinal/testing/chargesUnderKills.ts';
import { amountsOf, GB, tariffOn, usedCard } from '@cardinal/testing/deductionsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';

const CARDS = 20;
const PRICE = 500;
const { under, now, underKills, unsettled } = await forThisFile(chargesUnderKills(CARDS));

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
