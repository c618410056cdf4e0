import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CardListFilter } from '../../cards/face.ts';
import { ownCustomer } from '../../orders/face.ts';

/** A main package waits behind the one in use of a card `c`. */
export const HAS_NEXT = sql<SqlBool>`exists (
  select 1 from orders.v_package_usage n
  where n.card_id = c.id and n.is_main and n.state = ${sql.lit(PackageUsageState.values.unused)})`;

/** A customer hears nothing of the end of the package of a card `c` for now. */
export const ignoredOn = (today: string, customerId: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select 1 from renewals.ignored_ending i
  where i.card_id = c.id and i.customer_id = ${customerId} and i.until >= ${today}::date)`;

export const isIgnored = (customerId: string, today: string) => ignoredOn(today, sql`${customerId}::bigint`);

const as = (condition: ReturnType<typeof isIgnored>, value: string) =>
  value === 'true' ? condition : sql<SqlBool>`not ${condition}`;

/** What card lists are filtered by beyond their own columns, for packages about to end. */
export const endingFilters: readonly CardListFilter[] = [
  { parameter: 'hasNextPackage', where: async (_ctx, value) => as(HAS_NEXT, value) },
  {
    parameter: 'ignoresEnding',
    where: async (ctx, value) => as(isIgnored(ownCustomer(ctx) ?? '0', dayText(ctx.clock.now())), value),
  },
];
