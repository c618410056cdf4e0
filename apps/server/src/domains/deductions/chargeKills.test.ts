import { effects } from '@cardinal/testing/cardsUnderTest.ts';
import { chargesUnderKills } from '@cardinal/testing/chargesUnderKills.ts';
import { amountsOf, balance, GB, PAYER, tariffOn, usedCard } from '@cardinal/testing/deductionsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { fund } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';

const CARDS = 30;
const PRICE = 500;
const { under, now, underKills, unsettled } = await forThisFile(chargesUnderKills(CARDS));

test('workers killed while they charge, stop and restart: each byte is charged once, each card stopped once and run again once', {
  timeout: 400_000,
}, async () => {
  const agent = await under.as('agent');
  const id = await tariffOn(agent);
  await fund(under, PAYER, PRICE);
  const cards = [];
  for (let n = 0; n < CARDS; n += 1) cards.push(await usedCard(under));
  for (const card of cards) await card.read(GB);
  now();
  const numbers = cards.map(({ n }) => n);
  await underKills(async () => (await unsettled('stopped')) === 0);
  expect(await unsettled('stopped')).toBe(0);
  const charged = (await amountsOf(under, id)).reduce((sum, each) => sum + each, 0);
  expect(charged).toBe(CARDS * PRICE);
  await fund(under, PAYER, CARDS * PRICE);
  await underKills(async () => (await unsettled('activated')) === 0);
  expect(await unsettled('activated')).toBe(0);
  expect((await effects(under, numbers)).summary.byCount).toEqual({ 2: CARDS });
  expect((await amountsOf(under, id)).reduce((sum, each) => sum + each, 0)).toBe(CARDS * PRICE);
  await foldPostings(under.ctx);
  expect(await balance(under, PAYER)).toBe(PRICE);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
