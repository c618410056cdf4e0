import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { PREPARED } from '../../runtime/prepared.ts';
import type { CardFigures } from '../customers/face.ts';

const TOTAL = sql<string>`sum(n)`;
const ACTIVATED = sql<string>`coalesce(sum(n) filter (where lifecycle = 'activated'), 0)`;
const STOPPED = sql<string>`coalesce(sum(n) filter (where lifecycle = 'stopped'), 0)`;

/** The same for the customer of the enclosing query's row. */
const besideCustomer = (ctx: Ctx, customerId: RawBuilder<string>) =>
  ctx.db
    .selectFrom('cards.card_counter')
    .select(
      sql<CardFigures>`json_build_object('total', ${TOTAL}, 'activated', ${ACTIVATED}, 'stopped', ${STOPPED})`.as('of'),
    )
    .where(sql<boolean>`customer_id = ${customerId}`)
    .groupBy('customer_id')
    .$asScalar();

/** Cards per customer from the stored counters, so that a customer list does not count millions of rows. */
async function countByCustomers(ctx: Ctx, customerIds: readonly string[]): Promise<Map<string, CardFigures>> {
  const rows = await ctx.db
    .selectFrom('cards.card_counter')
    .select(['customer_id', TOTAL.as('total'), ACTIVATED.as('activated'), STOPPED.as('stopped')])
    .where(sql<boolean>`customer_id = any(${customerIds}::bigint[])`)
    .groupBy('customer_id')
    .modifyEnd(sql.raw(PREPARED))
    .execute();
  return new Map(
    rows.map((row) => [
      row.customer_id,
      { total: Number(row.total), activated: Number(row.activated), stopped: Number(row.stopped) },
    ]),
  );
}

export const countByCustomer = { of: countByCustomers, beside: besideCustomer };
