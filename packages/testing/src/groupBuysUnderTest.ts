import { addGroupBuyOffer as add, type addGroupBuyOffer } from '@cardinal/contract/api/groupBuys/offers.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import type { CardsUnderTest } from './cardsUnderTest.ts';
import { openOrdersUnderTest } from './openOrdersUnderTest.ts';
import { allow } from './ordersUnderTest.ts';

const VERBS = ['view', 'add', 'edit', 'enable', 'export', 'issue', 'void', 'download'] as const;

/** The orders of systems, of which 10 sells its package to 12 in bulk: codes at 9.00 from ten on. */
export async function groupBuysUnderTest(under: CardsUnderTest) {
  for (const account of ['agent', 'enterprise', 'rival'])
    await allow(under, account, [
      ...VERBS.map((verb) => `apiGroupBuyPackage.${verb}` as const),
      ...(['view', 'import', 'fix', 'export'] as const).map((verb) => `channelOrderList.${verb}` as const),
    ]);
  const orders = await openOrdersUnderTest(under);
  const { id: packageId } = await under.db
    .selectFrom('packages.package')
    .select('id')
    .where('code', '=', orders.packageCode)
    .executeTakeFirstOrThrow();
  const seller = await under.as('agent');
  const offerBody: BodyOf<typeof addGroupBuyOffer> = {
    packageId,
    name: '企业团购',
    salesPlatform: 1,
    steps: [
      { from: 10, price: '900' },
      { from: 1_000, price: '850' },
    ],
    validDays: 180,
    expiry: 'refund',
    perCard: null,
    productCodes: [],
  };
  return {
    ...orders,
    packageId,
    seller,
    offerBody,
    newOffer: (given: Partial<BodyOf<typeof addGroupBuyOffer>> = {}) =>
      seller.ask(add, { body: { ...offerBody, ...given } }),
  };
}
