import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { idsOfPath } from '../customers/face.ts';
import { type Ceiling, ceilingOf, type Grant } from './grantRules.ts';

/** The maximum scopes of each of these customers' keys; a deleted customer is absent. */
export async function ceilingsOf(ctx: Ctx, customerIds: readonly string[]): Promise<ReadonlyMap<string, Ceiling>> {
  if (customerIds.length === 0) return new Map();
  const db = ctx.beyondScope('what a customer may do follows from the grants of those above it');
  const customers = await db
    .selectFrom('customers.v_customer')
    .select(['id', 'path'])
    .where('id', 'in', [...new Set(customerIds)])
    .execute();
  const onWays = [...new Set(customers.flatMap(({ path }) => idsOfPath(path)))];
  const rows = await db
    .selectFrom('open_api.customer_grant')
    .select(['customer_id', 'scopes', 'calls_per_minute'])
    .where('customer_id', '=', sql<string>`any(${onWays}::bigint[])`)
    .execute();
  const grants = new Map<string, Grant>(
    rows.map((row) => [row.customer_id, { scopes: row.scopes, callsPerMinute: row.calls_per_minute }]),
  );
  return new Map(
    customers.map(({ id, path }) => [id, ceilingOf(idsOfPath(path).flatMap((each) => grants.get(each) ?? []))]),
  );
}

export async function ceilingOfCustomer(ctx: Ctx, customerId: string): Promise<Ceiling> {
  return (await ceilingsOf(ctx, [customerId])).get(customerId) ?? { scopes: [], callsPerMinute: 1 };
}
