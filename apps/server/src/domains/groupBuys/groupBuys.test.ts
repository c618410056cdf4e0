import {
  downloadCodes,
  issueCodes,
  listCodeBatches,
  listRedeemCodes,
  lookUpCode,
  voidCodes,
} from '@cardinal/contract/api/groupBuys/codes.ts';
import {
  addGroupBuyOffer,
  editGroupBuyOffer,
  enableGroupBuyOffer,
  groupBuyPackages,
  listGroupBuyOffers,
} from '@cardinal/contract/api/groupBuys/offers.ts';
import { cardsUnderTest, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { groupBuysUnderTest } from '@cardinal/testing/groupBuysUnderTest.ts';
import { balanceOf } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { codesOf } from './batches/makeCodes.ts';

const under = await forThisFile(cardsUnderTest());
const { seller, newOffer, offerBody, packageId } = await groupBuysUnderTest(under);
const [buyer, rival] = [await under.as('enterprise'), await under.as('rival')];
const issue = (offerId: string, given: { buyerId?: string; count?: number; price?: string } = {}) =>
  seller.call(issueCodes, { body: { offerId, buyerId: '12', count: 10, price: '900', ...given } });

test('an offer sells a package the caller has, at steps that are never below its floor', async () => {
  expect(await seller.ask(groupBuyPackages, { query: {} })).toContainEqual(
    expect.objectContaining({ id: packageId, currency: 'CNY', reserve: '800' }),
  );
  const cheap = await seller.call(addGroupBuyOffer, {
    body: {
      ...offerBody,
      steps: [
        { from: 10, price: '900' },
        { from: 100, price: '799' },
      ],
    },
  });
  expect(cheap).toMatchObject({ code: '4002180', message: '价格不能低于底价 8.00' });
  expect(cheap).toMatchObject({ data: { errors: [{ field: 'steps.1.price' }] } });
  const rising = await seller.call(addGroupBuyOffer, {
    body: {
      ...offerBody,
      steps: [
        { from: 10, price: '900' },
        { from: 100, price: '900' },
      ],
    },
  });
  expect(rising).toMatchObject({ data: { errors: [{ field: 'steps', message: '价格须逐级降低' }] } });
  const product = await seller.call(addGroupBuyOffer, { body: { ...offerBody, productCodes: ['NOT-MINE'] } });
  expect(product.code).toBe('4002183');
  // Its package is another's.
  expect((await rival.call(addGroupBuyOffer, { body: offerBody })).code).toBe('4091822');
  expect((await seller.ask(listGroupBuyOffers, { query: {} })).total).toBe(0);

  const { id } = await newOffer();
  const [row] = (await seller.ask(listGroupBuyOffers, { query: {} })).list;
  expect(row).toMatchObject({ id, isOn: true, sold: 0, liability: '0', salesPlatform: 1, steps: offerBody.steps });
  const { packageId: _, ...fields } = offerBody;
  const edit = (updatedAt: string) =>
    seller.call(editGroupBuyOffer, { body: { id, updatedAt, ...fields, validDays: 30 } });
  under.clock.advance(1_000);
  expect((await edit(row?.updatedAt ?? '')).code).toBe('200');
  expect((await edit(row?.updatedAt ?? '')).code).toBe('4090002');
  expect((await rival.call(enableGroupBuyOffer, { body: { id, isOn: false } })).code).toBe('4042180');
  expect((await rival.ask(listGroupBuyOffers, { query: {} })).total).toBe(0);
});

test('a batch is sold to a direct child for its balance, at the price that was shown', async () => {
  const { id } = await newOffer();
  expect((await issue(id, { count: 9 })).code).toBe('4002182');
  expect((await issue(id, { price: '899' })).code).toBe('4092189');
  expect((await issue(id, { count: 1_000 })).code).toBe('4092189');
  for (const buyerId of ['10', '1', '20']) expect((await issue(id, { buyerId })).code, buyerId).toBe('4002181');
  const poor = await issue(id, { count: 10_000, price: '850', buyerId: '11' });
  expect(poor.code).toBe('4091601');
  await seller.ask(enableGroupBuyOffer, { body: { id, isOn: false } });
  expect((await issue(id)).code).toBe('4092180');
  await seller.ask(enableGroupBuyOffer, { body: { id, isOn: true } });
  const before = (await balanceOf(under, '12')).balance;
  const { data } = await issue(id);
  expect(data).toMatchObject({ amount: '9000', currency: 'CNY' });
  expect((await balanceOf(under, '12')).balance).toBe(before - 9_000n);
  expect((await rival.ask(listCodeBatches, { query: {} })).total).toBe(0);
});

test('ten thousand codes are made by their task, read once from an encrypted sheet, and looked up by nobody else', {
  timeout: 120_000,
}, async () => {
  const { id } = await newOffer();
  const { data } = await issue(id, { count: 10_000, price: '850' });
  const batchId = data.batchId;
  expect((await seller.call(downloadCodes, { body: { batchId } })).code).toBe('4092186');
  await workOff(under);
  const [batch] = (await seller.ask(listCodeBatches, { query: { offerId: [id] } })).list;
  expect(batch).toMatchObject({ id: batchId, state: 'issued', open: 10_000, isTakeable: true, liability: '8500000' });
  const kept = await under.db
    .selectFrom('group_buys.batch')
    .selectAll()
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow();
  const [first, second] = codesOf(under.ctx, kept, kept.sealed_seed ?? '');
  expect((await rival.call(downloadCodes, { body: { batchId } })).code).toBe('4042181');
  const sheet = await seller.ask(downloadCodes, { body: { batchId } });
  expect(sheet.fileName).toBe(`${kept.batch_no}.xlsx`);
  // A compound file, of which nothing is readable.
  const bytes = Buffer.from(sheet.content, 'base64');
  expect(bytes.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
  expect(bytes.includes('PK\u0003\u0004')).toBe(false);
  expect(sheet.password).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
  expect((await buyer.call(downloadCodes, { body: { batchId } })).code).toBe('4092187');

  const look = (who: typeof seller, code: string) => who.call(lookUpCode, { body: { code } });
  expect((await look(buyer, first?.code ?? '')).data).toMatchObject({ codeNo: first?.codeNo, state: 'unused' });
  expect((await look(seller, first?.code.toLowerCase() ?? '')).data).toMatchObject({ buyerName: expect.any(String) });
  expect((await look(rival, first?.code ?? '')).code).toBe('4042182');

  const [row] = (await seller.ask(listRedeemCodes, { query: { codeNo: [second?.codeNo ?? ''] } })).list;
  expect(row?.mask).toBe(`****-****-****-${second?.code.slice(-4)}`);
  expect((await rival.ask(listRedeemCodes, { query: {} })).total).toBe(0);
  const one = await seller.ask(voidCodes, { body: { batchId, codeIds: [row?.id ?? ''] } });
  expect(one).toEqual({ voided: 1, returned: '850', currency: 'CNY' });
  expect((await look(buyer, second?.code ?? '')).data).toMatchObject({ state: 'voided' });
  expect(await seller.ask(voidCodes, { body: { batchId } })).toMatchObject({ voided: 9_999, returned: '8499150' });
});
