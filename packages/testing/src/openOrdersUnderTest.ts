import { createApiKey } from '@cardinal/contract/api/openApi/keys.ts';
import { OPEN_SCOPES } from '@cardinal/contract/api/openApi/scopes.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Caller } from './app.ts';
import { addCards, type CardsUnderTest, iccid } from './cardsUnderTest.ts';
import { allow, fund } from './ordersUnderTest.ts';
import { makePackage } from './packages.ts';
import { sellProduct } from './products.ts';

/**
 * A package that 12 orders at 10.00 and 10 gets at 8.00, money for it, cards that may have it by their numbers, and keys of any
 * account: for all scopes unless they are limited.
 */
export async function openOrdersUnderTest(under: CardsUnderTest) {
  await allow(under, 'operator', ['apiKey.create', 'apiKey.view']);
  await fund(under, '12', 10_000_000);
  const product = await sellProduct(under.ctx, {
    carrierAccountId: under.accountId,
    customerIds: ['10', { to: '12', from: '10' }],
  });
  const given = [
    { to: '10', from: '1', reserve: 800 },
    { to: '12', from: '10', reserve: 1_000 },
  ];
  const { id } = await makePackage(under.ctx, { name: '1GB 月包', products: [product], given });
  const { code: packageCode } = await under.db
    .selectFrom('packages.package')
    .select('code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  let keys = 0;
  let cards = 0;
  return {
    product,
    packageCode,
    keyOf: (who: Caller, limits: Partial<BodyOf<typeof createApiKey>> = {}) => {
      keys += 1;
      return who.ask(createApiKey, {
        body: { name: `ERP ${keys}`, scopes: [...OPEN_SCOPES], addresses: [], ...limits },
      });
    },
    /** Cards of 12. */
    newCards: async (count: number): Promise<number[]> => {
      const numbers = Array.from({ length: count }, () => (cards += 1));
      await addCards(
        under,
        numbers.map((n) => ({ n, customerId: '12' })),
      );
      const iccids = numbers.map(iccid);
      await under.db.updateTable('cards.card').set({ product_code: product }).where('iccid', 'in', iccids).execute();
      return numbers;
    },
  };
}
