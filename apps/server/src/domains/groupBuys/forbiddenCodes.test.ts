import { cardCannotTake } from '@cardinal/contract/api/groupBuys/refusals.ts';
import { cardsUnderTest, iccid, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { groupBuysUnderTest } from '@cardinal/testing/groupBuysUnderTest.ts';
import { addRecord, allow } from '@cardinal/testing/ordersUnderTest.ts';
import { blockedBy, RULE_RIGHTS, rule } from '@cardinal/testing/renewalRulesUnderTest.ts';
import { expect, test } from 'vitest';
import { signed } from '../openApi/signedUnderTest.ts';

const under = await forThisFile(cardsUnderTest());
await allow(under, 'agent', RULE_RIGHTS);
const { newOffer, keyOf, newCards, packageId } = await groupBuysUnderTest(under);
const key = await keyOf(await under.as('enterprise'));
const post = (path: string, body: unknown = {}) => signed(under, key, 'POST', `/openapi/v1/${path}`, { body });

test('a code that was paid for is not redeemed onto a card that may not be renewed, keeps its value, and goes onto another', async () => {
  const { offerNo } = await newOffer();
  const issued = await post('code-batches', { offerNo, count: 10 });
  await workOff(under);
  const taken = await post(`code-batches/${issued.body.batchNo}/codes`);
  const code = taken.body.codes[0].code as string;
  const [had = 0, fresh = 0] = await newCards(2);
  const card = await under.db
    .selectFrom('cards.card')
    .select(['id', 'iccid'])
    .where('iccid', '=', iccid(had))
    .executeTakeFirstOrThrow();
  await addRecord(under, card, -10, 20, { state: 1 });
  const id = await rule(await under.as('agent'), {
    name: '码不续',
    packageIds: [packageId],
    productCodes: [],
    customerIds: [],
    channels: ['api'],
    limits: ['minPrice'],
    minPrice: '9.01',
    listedIds: [],
    messageZh: '价格过低，不可续费',
    messageEn: 'Too cheap to renew with',
  });
  const refused = await post('codes/redeem', { code, iccid: iccid(had) });
  expect(refused.body).toMatchObject({
    code: cardCannotTake.code,
    detail: expect.stringContaining('价格过低，不可续费'),
  });
  expect(await blockedBy(under, id)).toMatchObject([{ iccid: iccid(had), channel: 'api', tried_by: 'enterprise' }]);
  expect((await post('codes/redeem', { code, iccid: iccid(fresh) })).status).toBe(202);
  expect(await blockedBy(under, id)).toHaveLength(1);
});
