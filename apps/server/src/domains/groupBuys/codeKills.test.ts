import { setTimeout as wait } from 'node:timers/promises';
import { issueCodes } from '@cardinal/contract/api/groupBuys/codes.ts';
import { cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { groupBuysUnderTest } from '@cardinal/testing/groupBuysUnderTest.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { balanceOf } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { codesOf } from './batches/makeCodes.ts';
import { redeemCode } from './codes/redeemCode.ts';

const under = await forThisFile(cardsUnderTest());
// The workers read the machine's clock.
under.clock.set(new Date());
const { seller, newOffer, newCards } = await groupBuysUnderTest(under);
const workers = await forThisFile(killableWorkers(under));

const BATCHES = 4;
const CODES = 2_000;
const REDEEMED = 60;

/** Kills a worker each time so much is done, and lets the last one end it. */
async function killOften(done: () => Promise<number>, all: number): Promise<void> {
  const reached = async (most: number, within: number) => {
    for (const until = performance.now() + within; performance.now() < until; await wait(20))
      if ((await done()) >= most) return;
  };
  for (const part of [1, all / 2]) {
    const worker = await workers.start();
    await reached(part, 20_000);
    await worker.kill();
  }
  const last = await workers.start();
  await reached(all, 120_000);
  await last.kill();
  expect(await done()).toBe(all);
}

test('killed again and again, every code is made once and every redemption is one order, paid once', {
  timeout: 600_000,
}, async () => {
  const { id: offerId } = await newOffer();
  const before = await balanceOf(under, '12');
  for (let at = 0; at < BATCHES; at += 1)
    await seller.ask(issueCodes, { body: { offerId, buyerId: '12', count: CODES, price: '850' } });
  const batches = () => under.db.selectFrom('group_buys.batch').selectAll().orderBy('id').execute();
  await killOften(async () => (await batches()).filter(({ state }) => state === 'issued').length, BATCHES);
  const codes = await under.db
    .selectFrom('group_buys.code')
    .select(({ fn }) => [fn.countAll<string>().as('n'), fn.count<string>('hash').distinct().as('hashes')])
    .executeTakeFirstOrThrow();
  expect(codes).toEqual({ n: String(BATCHES * CODES), hashes: String(BATCHES * CODES) });

  const [batch] = await batches();
  if (!batch) throw new Error('no batch');
  const made = codesOf(under.ctx, batch, batch.sealed_seed ?? '');
  const buyer = under.ctx.actAs({
    actor: {
      kind: 'account',
      accountId: '1',
      account: 'erp',
      customerId: '12',
      sessionId: '0',
      roles: [],
      isAdmin: false,
      permissions: new Set(),
      mustChangePassword: false,
    },
    scope: under.ctx.scope,
  });
  const numbers = await newCards(REDEEMED);
  for (const [at, n] of numbers.entries()) {
    const commit = await redeemCode(buyer, { code: made[at]?.code ?? '', iccid: iccid(n) });
    await buyer.transact(commit);
  }
  await killOften(async () => (await batches())[0]?.redeemed ?? 0, REDEEMED);

  await foldPostings(under.ctx);
  const orders = await under.db
    .selectFrom('orders.package_order')
    .select(['settled_lines', 'fulfil_state'])
    .where('is_prepaid', '=', true)
    .execute();
  expect(orders).toHaveLength(REDEEMED);
  expect(orders.every(({ settled_lines }) => settled_lines === 1)).toBe(true);
  const records = await under.db.selectFrom('orders.package_usage').select('card_id').execute();
  expect(new Set(records.map(({ card_id }) => card_id)).size).toBe(REDEEMED);
  expect(records).toHaveLength(REDEEMED);
  const [first] = await batches();
  expect(first).toMatchObject({ redeeming: 0, redeemed: REDEEMED, unused: CODES - REDEEMED });
  const after = await balanceOf(under, '12');
  expect(after).toMatchObject({ balance: before.balance - BigInt(BATCHES * CODES * 850), frozen: before.frozen });
  const owed = await under.db
    .selectFrom('ledger.account')
    .select('balance')
    .where('owner_id', '=', '12')
    .where('kind', '=', 'payable')
    .executeTakeFirstOrThrow();
  expect(owed.balance).toBe(String((BATCHES * CODES - REDEEMED) * 850));
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
