import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { renewalsUnderTest } from '@cardinal/testing/renewalsUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { stepDue } from './charging/steps.ts';

const under = await forThisFile(cardsUnderTest());
const shop = await renewalsUnderTest(under);
const { contractOf, chargesOf } = shop;

const recordsOf = (cardId: string) =>
  under.db.selectFrom('orders.package_usage').select('id').where('card_id', '=', cardId).execute();

test('whatever is lost or doubled, each period is charged once and set up once', { timeout: 120_000 }, async () => {
  const numbers = [20, 21, 22, 23, 24, 25, 26, 27];
  await shop.newCards(numbers);
  shop.toHour(9, 1);
  await shop.fault({ kind: 'lostConfirmation', operation: 'chargeContract', probability: 0.5, seed: 1 });
  await shop.fault({ kind: 'dropBeforeEffect', operation: 'chargeContract', probability: 0.3, seed: 2 });
  await shop.fault({ kind: 'lostConfirmation', operation: 'createContract', probability: 0.3, seed: 3 });
  await shop.fault({ kind: 'lostConfirmation', operation: 'announceCharge', probability: 0.4, seed: 4 });
  await shop.fault({ kind: 'lostConfirmation', operation: 'queryPayment', probability: 0.3, seed: 5 });
  await shop.fault({ kind: 'lostConfirmation', operation: 'queryContract', probability: 0.3, seed: 6 });
  await shop.fault({ kind: 'swallow', operation: 'notifyPayment', probability: 0.4, seed: 7 });
  await shop.fault({ kind: 'duplicate', operation: 'notifyPayment', probability: 0.4, seed: 8 });
  await shop.fault({ kind: 'swallow', operation: 'notifyContract', probability: 0.5, seed: 9 });
  const ids: string[] = [];
  const cards: string[] = [];
  for (const [at, n] of numbers.entries()) {
    const user = await shop.signIn(String((at % 4) + 1));
    const cardId = await shop.bind(user, n);
    const { contractId } = await shop.begin(user, cardId);
    for (let tries = 0; tries < 20 && (await contractOf(contractId)).sign_url === null; tries += 1) {
      await stepDue(under.ctx);
      under.clock.advance(10_000);
    }
    await fetch(`${(await contractOf(contractId)).sign_url}/sign`, { method: 'POST', redirect: 'manual' });
    ids.push(contractId);
    cards.push(cardId);
  }
  const last = async () => Promise.all(ids.map(async (id) => (await chargesOf(id)).at(-1)));
  for (let round = 0; round < 240; round += 1) {
    // The breaker goes by the machine's clock, and these days pass in seconds.
    await under.db.updateTable('payment_providers.gate').set({ failures: 0, opened: 0, open_until: null }).execute();
    await shop.work(2);
    under.clock.advance(60_000);
    const charges = await last();
    for (const charge of charges)
      if (charge?.state === 'paid') await shop.workOrder(charge.retail_order_id).catch(() => undefined);
    if (charges.every((charge) => (charge?.period ?? 0) >= 3)) break;
    const waits = charges.flatMap((charge) => charge?.next_at ?? []).sort((a, b) => a.getTime() - b.getTime());
    const isMoving = charges.some((charge) => charge === undefined || charge.next_at === null);
    const [next] = waits;
    if (!isMoving && next && next > under.clock.now()) under.clock.set(next);
    else under.clock.advance(300_000);
  }
  const trades = (
    (await control(under.jasper, 'GET', '/wechat/trades')) as { trades: { tradeNo: string; state: string }[] }
  ).trades;
  for (const [at, id] of ids.entries()) {
    const charges = await chargesOf(id);
    const paid = charges.filter(({ state }) => state === 'paid');
    expect(paid.map(({ period }) => period)).toEqual([1, 2]);
    for (const { trade_no } of paid)
      expect(trades.filter(({ tradeNo }) => tradeNo === trade_no)).toMatchObject([{ state: 'paid' }]);
    expect(await recordsOf(cards[at] as string)).toHaveLength(2);
  }
  const payments = await under.db
    .selectFrom('payments.payment')
    .select('id')
    .where('scene', '=', 'autoRenewal')
    .where('state', '=', 'paid')
    .execute();
  const charged = await under.db.selectFrom('auto_renewals.charge').select('id').where('state', '=', 'paid').execute();
  expect(payments).toHaveLength(charged.length);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
