import { mapOffer, previewOffer } from '@cardinal/contract/api/externalPackages/offers.ts';
import type { addSource } from '@cardinal/contract/api/externalPackages/sources.ts';
import { periodSpecs } from '@cardinal/contract/api/packages/specs.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { money } from '@cardinal/primitives/money.ts';
import { placeDue } from '@cardinal/server/domains/externalPackages/ordering/placeOrders.ts';
import type { Caller } from './app.ts';
import type { CardsUnderTest } from './cardsUnderTest.ts';
import { control } from './carriers.ts';
import { allow, order, type Sold, sellPackage } from './ordersUnderTest.ts';
import { sourceUnderTest } from './sourcesUnderTest.ts';

type SourceOrder = { outOrderNo: string; iccid: string; price: string; failure: string | null };

const RIGHTS = (['view', 'sync', 'config', 'map', 'accept', 'export'] as const).map(
  (verb) => `outPackagemanage.${verb}` as const,
);

let packages = 0;

/** A caller that may bring in packages, and orders of such packages by customer 10, who pays 2.00 more than it costs. */
export async function externalOrdersUnderTest(under: CardsUnderTest) {
  await allow(under, 'operator', RIGHTS);
  const made: Caller = await under.anew('operator');
  // Makes the product of the cards that get packages.
  await sellPackage(under, { '1': 500 });
  const { id: periodSpecId } = await made.ask(periodSpecs.create, {
    body: { name: '1 个月', unit: 1, count: 1, boundary: 1, reset: 1, sort: 1 },
  });

  /** A source that sells one package for 6.00, mapped here; or one that it sells already. */
  async function external(given: Partial<BodyOf<typeof addSource>> & { price?: string; code?: string } = {}) {
    const { price = '600', code: theirs, ...asked } = given;
    packages += 1;
    // The session of the one before may have ended with the clock.
    const operator: Caller = await under.anew('operator');
    const code = theirs ?? `S-${packages}`;
    const source = await sourceUnderTest(under, operator, asked);
    if (theirs === undefined) await source.sells(code, { price });
    await source.sync();
    const { id } = await source.offer(code);
    const { shown } = await operator.ask(previewOffer, { query: { id } as never });
    const { packageId } = await operator.ask(mapOffer, {
      body: {
        id,
        shown,
        cost: price,
        base: 1_024,
        periodSpecId,
        code: `EXT-S${packages}`,
        name: `外部 ${packages}`,
        productCodes: ['TEST-ORDERS'],
      },
    });
    const { current_version_id: versionId } = await under.db
      .selectFrom('packages.package')
      .select('current_version_id')
      .where('id', '=', packageId)
      .executeTakeFirstOrThrow();
    const sold: Sold = {
      versionId: String(versionId),
      chainTo: () => [
        { customerId: '1', reservePrice: money(BigInt(price)) },
        { customerId: '10', reservePrice: money(BigInt(price) + 200n) },
      ],
    };
    return {
      source,
      code,
      offerId: id,
      packageId,
      order: (numbers: readonly number[], more: Parameters<typeof order>[4] = {}) =>
        order(under, sold, '10', numbers, more),
      /** What the source has of us. */
      there: async (): Promise<SourceOrder[]> => {
        const { accounts } = (await control(under.jasper, 'GET', '/source/accounts')) as {
          accounts: { appKey: string; orders: SourceOrder[] }[];
        };
        return accounts.find(({ appKey }) => appKey === source.key.appKey)?.orders ?? [];
      },
      /** How it stands here. */
      here: () =>
        under.db
          .selectFrom('external_packages.source_order')
          .selectAll()
          .where('source_id', '=', source.id)
          .orderBy('id')
          .execute(),
    };
  }
  return { external, step: () => placeDue(under.ctx) };
}
