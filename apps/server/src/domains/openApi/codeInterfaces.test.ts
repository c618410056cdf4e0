import { listChannelOrders } from '@cardinal/contract/api/channelStatements/channelOrders.ts';
import { listCodeBatches, listRedeemCodes } from '@cardinal/contract/api/groupBuys/codes.ts';
import { listGroupBuyOffers } from '@cardinal/contract/api/groupBuys/offers.ts';
import { cardsUnderTest, iccid, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { groupBuysUnderTest } from '@cardinal/testing/groupBuysUnderTest.ts';
import { balanceOf } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { expireJob } from '../groupBuys/batches/expireBatches.ts';
import { orderEnded } from '../groupBuys/codes/hearOrder.ts';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { closeOrdersJob } from '../orders/ordering/closeOrders.ts';
import { signed } from './signedUnderTest.ts';

const under = await forThisFile(cardsUnderTest());
const { seller, newOffer, keyOf, newCards } = await groupBuysUnderTest(under);
const buyer = await under.as('enterprise');
const keys = { buyer: await keyOf(buyer), rival: await keyOf(await under.as('rival')) };
type Who = keyof typeof keys;
const get = (who: Who, path: string) => signed(under, keys[who], 'GET', `/openapi/v1/${path}`);
const post = (who: Who, path: string, body: unknown = {}, given = {}) =>
  signed(under, keys[who], 'POST', `/openapi/v1/${path}`, { body, ...given });

/** Works off everything, and hears how orders ended as the queue would. */
async function settle(): Promise<void> {
  await workOff(under);
  const open = await under.db
    .selectFrom('orders.package_order')
    .select(['id', 'task_id'])
    .where('finished_at', 'is', null)
    .execute();
  for (const { task_id: taskId } of open) await closeOrdersJob.run(under.ctx, { taskId }, new AbortController().signal);
  const ended = await under.db
    .selectFrom('orders.package_order')
    .select(['id', 'settled_lines'])
    .where('finished_at', 'is not', null)
    .execute();
  for (const { id, settled_lines } of ended) await orderEnded(under.ctx, { orderId: id, settled: settled_lines });
  await foldPostings(under.ctx);
}

const owedFor = async (customerId: string): Promise<bigint> => {
  const row = await under.db
    .selectFrom('ledger.account')
    .select('balance')
    .where('owner_id', '=', customerId)
    .where('kind', '=', 'payable')
    .executeTakeFirst();
  return BigInt(row?.balance ?? 0);
};

async function buy(offerNo: string, count: number) {
  const issued = await post('buyer', 'code-batches', { offerNo, count });
  expect(issued.status, JSON.stringify(issued.body)).toBe(202);
  await settle();
  const taken = await post('buyer', `code-batches/${issued.body.batchNo}/codes`);
  expect(taken.status, JSON.stringify(taken.body)).toBe(200);
  return { batchNo: issued.body.batchNo as string, codes: taken.body.codes as { codeNo: string; code: string }[] };
}
const codeAt = ({ codes }: { codes: { code: string }[] }, at: number) => codes[at]?.code ?? '';

test('100 codes at 9.00 are bought, 60 redeemed and 40 voided: −900.00 and +360.00, 60 orders, nothing owed', {
  timeout: 300_000,
}, async () => {
  const offer = await newOffer();
  const offers = await get('buyer', 'code-offers');
  expect(offers.body.list).toMatchObject([{ offerNo: offer.offerNo, currency: 'CNY', validDays: 180 }]);
  const before = await balanceOf(under, '12');
  const ofSeller = await balanceOf(under, '10');

  const issued = await post('buyer', 'code-batches', { offerNo: offer.offerNo, count: 100, price: '900' });
  expect(issued).toMatchObject({ status: 202, body: { count: 100, price: '900', amount: '90000', currency: 'CNY' } });
  const { batchNo } = issued.body;
  expect((await balanceOf(under, '12')).balance).toBe(before.balance - 90_000n);
  expect(await owedFor('12')).toBe(90_000n);
  // One posting a batch, whatever its size.
  const posted = under.db.selectFrom('ledger.transaction').select('kind').where('business_no', '=', batchNo);
  expect(await posted.execute()).toHaveLength(1);
  expect((await post('buyer', `code-batches/${batchNo}/codes`)).code).toBe('4092186');

  await settle();
  const taking = { key: 'take-the-codes' };
  const taken = await post('buyer', `code-batches/${batchNo}/codes`, {}, taking);
  expect(taken.body.codes).toHaveLength(100);
  // Once: the same call again has the same answer, another has none.
  expect((await post('buyer', `code-batches/${batchNo}/codes`, {}, taking)).body.codes).toEqual(taken.body.codes);
  expect((await post('buyer', `code-batches/${batchNo}/codes`)).code).toBe('4092187');
  const kept = JSON.stringify(await under.db.selectFrom('group_buys.code').selectAll().execute());
  for (const { code } of taken.body.codes) expect(kept).not.toContain(code);

  const numbers = await newCards(60);
  for (const [at, n] of numbers.entries()) {
    const redeeming = await post('buyer', 'codes/redeem', {
      code: taken.body.codes[at].code,
      iccid: iccid(n),
      theirOrderNo: `XM-${n}`,
      theirPrice: '1200',
    });
    expect(redeeming.status, JSON.stringify(redeeming.body)).toBe(202);
  }
  await settle();
  const first = taken.body.codes[0];
  expect((await get('buyer', `codes/${first.codeNo}`)).body).toMatchObject({
    state: 'redeemed',
    iccid: iccid(numbers[0] as number),
    failure: null,
  });
  expect(
    (await post('buyer', 'codes/redeem', { code: first.code, iccid: iccid(numbers[1] as number) })).body,
  ).toMatchObject({
    code: '4092181',
    detail: '兑换码已使用',
  });

  const voided = await post('buyer', `code-batches/${batchNo}/void`);
  expect(voided.body).toEqual({ voided: 40, returned: '36000', currency: 'CNY' });
  expect((await post('buyer', `code-batches/${batchNo}/void`)).code).toBe('4092188');
  expect((await get('buyer', `code-batches/${batchNo}`)).body).toMatchObject({
    state: 'issued',
    count: 100,
    redeemed: 60,
    voided: 40,
    unused: 0,
  });
  expect(await balanceOf(under, '12')).toMatchObject({
    balance: before.balance - 90_000n + 36_000n,
    frozen: before.frozen,
  });
  expect(await owedFor('12')).toBe(0n);
  // 9.00 less the 8.00 that it owes, sixty times.
  expect((await balanceOf(under, '10')).profitFrozen - ofSeller.profitFrozen).toBe(6_000n);
  const orders = await seller.ask(listChannelOrders, { query: { pageSize: 100 } });
  expect(orders.total).toBe(60);
  expect(orders.list[0]).toMatchObject({
    salesPlatform: 1,
    theirPrice: '1200',
    settlementPrice: '900',
    commission: '300',
    state: 2,
    buyerId: '12',
    batchNo,
  });
  expect(orders.summary).toMatchObject({
    orders: 60,
    delivered: 60,
    settled: [{ currency: 'CNY', ours: '54000', theirs: '0' }],
  });
  const shown = await seller.ask(listGroupBuyOffers, { query: {} });
  expect(shown.list).toMatchObject([{ sold: 100, redeemed: 60, voided: 40, open: 0, liability: '0' }]);
  expect((await buyer.ask(listCodeBatches, { query: {} })).list).toMatchObject([
    { batchNo, paid: '90000', returned: '36000', liability: '0', isTakeable: false },
  ]);
  expect((await buyer.ask(listRedeemCodes, { query: { state: 'redeemed' } })).total).toBe(60);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('of two redemptions of one code at once one wins, and one order is made', async () => {
  const { offerNo } = await newOffer();
  const bought = await buy(offerNo, 10);
  const numbers = await newCards(2);
  const answers = await Promise.all(
    numbers.map((n) => post('buyer', 'codes/redeem', { code: codeAt(bought, 0), iccid: iccid(n) })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: '4092181',
    detail: '兑换码已使用',
  });
  await settle();
  const orders = await buyer.ask(listChannelOrders, { query: { batchNo: [bought.batchNo] } });
  expect(orders.total).toBe(1);
  await post('buyer', `code-batches/${bought.batchNo}/void`);
  expect(await owedFor('12')).toBe(0n);
});

test('a card that cannot take the package leaves the code unused, before the order and after it', async () => {
  const { offerNo } = await newOffer();
  const bought = await buy(offerNo, 10);
  const [cancelled, later, good] = (await newCards(3)) as [number, number, number];
  const set = (n: number, change: { carrier_status?: string; product_code?: string | null }) =>
    under.db.updateTable('cards.card').set(change).where('iccid', '=', iccid(n)).execute();
  const [code = { code: '', codeNo: '' }] = bought.codes;
  const redeem = (n: number) => post('buyer', 'codes/redeem', { code: code.code, iccid: iccid(n) });
  await set(cancelled, { product_code: null });
  expect((await redeem(cancelled)).code).toBe('4092184');
  expect((await get('buyer', `codes/${code.codeNo}`)).body.state).toBe('unused');
  expect(await owedFor('12')).toBe(9_000n);

  // Its product changes between the order and the delivery.
  expect((await redeem(later)).status).toBe(202);
  expect((await get('buyer', `codes/${code.codeNo}`)).body.state).toBe('redeeming');
  expect(await owedFor('12')).toBe(8_100n);
  await set(later, { product_code: null });
  await settle();
  const after = await get('buyer', `codes/${code.codeNo}`);
  expect(after.body).toMatchObject({ state: 'unused', iccid: null, orderNo: null });
  expect(after.body.failure).not.toBeNull();
  expect(await owedFor('12')).toBe(9_000n);

  expect((await redeem(good)).status).toBe(202);
  await settle();
  expect((await get('buyer', `codes/${code.codeNo}`)).body).toMatchObject({ state: 'redeemed', iccid: iccid(good) });
  const orders = await seller.ask(listChannelOrders, { query: { batchNo: [bought.batchNo] } });
  expect(orders.list.map(({ state }) => state).sort()).toEqual([2, 4]);
  await post('buyer', `code-batches/${bought.batchNo}/void`);
  expect(await owedFor('12')).toBe(0n);
});

test('a card takes no more codes of an offer than it allows, and only of the products it is for', async () => {
  const { offerNo } = await newOffer({ perCard: 1 });
  const bought = await buy(offerNo, 10);
  const [n = 0] = await newCards(1);
  const redeem = (at: number, card = n) =>
    post('buyer', 'codes/redeem', { code: codeAt(bought, at), iccid: iccid(card) });
  expect((await redeem(0)).status).toBe(202);
  expect((await redeem(1)).code).toBe('4092185');
  await settle();
  expect((await redeem(1)).code).toBe('4092185');
  const unknown = await post('buyer', 'codes/redeem', { code: codeAt(bought, 1), iccid: '89860600000000999999' });
  expect(unknown.code).toBe('4040801');
  await post('buyer', `code-batches/${bought.batchNo}/void`);
});

test('whoever is not the buyer sees nothing of a batch, and guessing is slowed', async () => {
  const bought = await buy((await newOffer()).offerNo, 10);
  for (const path of [`code-batches/${bought.batchNo}/void`, `code-batches/${bought.batchNo}/codes`])
    expect((await post('rival', path)).code, path).toBe('4042181');
  expect((await get('rival', `code-batches/${bought.batchNo}`)).code).toBe('4042181');
  expect((await get('rival', `codes/${bought.codes[0]?.codeNo}`)).code).toBe('4042182');
  const guess = () => post('rival', 'codes/redeem', { code: codeAt(bought, 0), iccid: iccid(1) });
  for (let tries = 0; tries < 20; tries += 1) expect((await guess()).code).toBe('4042182');
  expect(await guess()).toMatchObject({ status: 429, code: '4292180' });
  under.clock.advance(10 * 60_000);
  expect((await guess()).code).toBe('4042182');
  // The buyer's own tries are counted for himself.
  expect((await post('buyer', 'codes/redeem', { code: codeAt(bought, 0), iccid: '89860600000000999999' })).code).toBe(
    '4040801',
  );
  await post('buyer', `code-batches/${bought.batchNo}/void`);
});

test('codes expire at their moment, and their price goes where the offer says', async () => {
  const refunding = await buy((await newOffer({ validDays: 1 })).offerNo, 10);
  const keeping = await buy((await newOffer({ validDays: 1, expiry: 'keep' })).offerNo, 10);
  const before = { buyer: await balanceOf(under, '12'), seller: await balanceOf(under, '10') };
  const [n = 0] = await newCards(1);
  under.clock.advance(86_400_000);
  // Before the sweep looks.
  expect((await post('buyer', 'codes/redeem', { code: codeAt(refunding, 0), iccid: iccid(n) })).code).toBe('4092183');
  await expireJob.run(under.ctx, {}, new AbortController().signal);
  await expireJob.run(under.ctx, {}, new AbortController().signal);
  expect((await balanceOf(under, '12')).balance - before.buyer.balance).toBe(9_000n);
  expect((await balanceOf(under, '10')).balance - before.seller.balance).toBe(9_000n);
  expect(await owedFor('12')).toBe(0n);
  expect((await get('buyer', `code-batches/${keeping.batchNo}`)).body).toMatchObject({ expired: 10, unused: 0 });
  expect((await post('buyer', `code-batches/${keeping.batchNo}/void`)).code).toBe('4092188');
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
