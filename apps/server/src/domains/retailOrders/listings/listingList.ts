import { listListings } from '@cardinal/contract/api/retailOrders/listings.ts';
import type { OrderingSwitch } from '@cardinal/contract/enumerations/package.ts';
import type { AccountKind } from '@cardinal/contract/enumerations/publicAccount.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { priceChains, whyNotOrderableEach } from '../../packages/face.ts';

const DAYS_MS = 30 * 86_400_000;

async function soldOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db
    .selectFrom('retail_orders.retail_order')
    .select(['listing_id', sql<number>`count(*)::int`.as('n')])
    .where(sql<boolean>`listing_id = any(${[...ids]}::bigint[])`)
    .where('paid_at', '>=', new Date(ctx.clock.now().getTime() - DAYS_MS))
    .groupBy('listing_id')
    .execute();
  return new Map(rows.map(({ listing_id, n }) => [listing_id, n]));
}

type Row = { readonly package_id: string; readonly customer_id: string; readonly account_kind: AccountKind };

/** Why a package is not on offer, of each row by the channel of its account. */
async function offerFaults(ctx: Ctx, rows: readonly Row[]): Promise<(OrderingSwitch | undefined)[]> {
  const faults: (OrderingSwitch | undefined)[] = rows.map(() => undefined);
  for (const [kind, of] of Map.groupBy(rows.keys(), (at) => (rows[at] as Row).account_kind)) {
    const pairs = of.map((at) => rows[at] as Row);
    const found = await whyNotOrderableEach(
      ctx,
      pairs.map(({ package_id, customer_id }) => ({ packageId: package_id, customerId: customer_id })),
      kind,
    );
    of.forEach((at, place) => {
      faults[at] = found[place];
    });
  }
  return faults;
}

export const listingDataset = dataset(listListings, {
  isShort: true,
  from: (ctx) =>
    ctx.db
      .selectFrom('retail_orders.listing as l')
      .innerJoin('public_accounts.v_account as a', 'a.id', 'l.account_id')
      .innerJoin('packages.v_package as p', 'p.id', 'l.package_id'),
  table: 'l',
  columns: { accountName: sql`a.name`, packageName: sql`p.name` },
  select: (query) =>
    query.selectAll('l').select(['a.name as account_name', 'a.kind as account_kind', 'p.name as package_name']),
  present: async (rows, ctx) => {
    const wanted = rows.map(({ package_id, customer_id }) => ({ packageId: package_id, customerId: customer_id }));
    const [sold, chainTo, offs] = [
      await soldOf(
        ctx,
        rows.map(({ id }) => id),
      ),
      await priceChains(
        ctx,
        wanted.map(({ packageId }) => packageId),
        wanted.map(({ customerId }) => customerId),
        ctx.clock.now(),
      ),
      await offerFaults(ctx, rows),
    ];
    const own = accountOf(ctx).customerId;
    return rows.map((row, at) => {
      // A reserve is the business of its own customer and those who set it.
      const held = chainTo(row.package_id, row.customer_id)?.at(-1);
      const reserve = held?.reservePrice ?? null;
      // Of what is had for a share, whoever gave it sets the price.
      const price = held?.retailPrice ?? row.price;
      return {
        accountName: row.account_name,
        packageName: row.package_name,
        price,
        reserve,
        margin: reserve === null ? null : String(BigInt(price) - BigInt(reserve)),
        whyNot: offs[at] ?? null,
        sold: sold.get(row.id) ?? 0,
        isOwn: row.customer_id === own,
      };
    });
  },
});
