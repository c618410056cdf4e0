import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Taken } from '../../paymentProviders/face.ts';

/** Midnight in China, where a day of an account or a merchant begins. */
export const dayBegan = (ctx: Ctx): Date => startOfDay(DEFAULT_ZONE, wallTimeIn(DEFAULT_ZONE, ctx.clock.now()));

const COLUMNS: Readonly<Record<'account' | 'merchant', RawBuilder<string | null>>> = {
  account: sql`collecting_account_id`,
  merchant: sql`merchant_id`,
};

/**
 * What providers collected today into accounts of routes, or for merchants over all their routes, and what is begun and still
 * to be paid, by id and currency. What came in another amount than asked counts as asked.
 */
export async function takenToday(
  ctx: Ctx,
  by: 'account' | 'merchant',
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Taken[]>> {
  if (ids.length === 0) return new Map();
  const column = COLUMNS[by];
  const since = dayBegan(ctx);
  const isOne = sql`${column} = any(${[...ids]}::bigint[])`;
  const { rows } = await sql<{ id: string; currency: Currency; paid: string; under_way: string }>`
    select id::text as id, currency, sum(paid) as paid, sum(under_way) as under_way from (
      select ${column} as id, currency, amount as paid, 0 as under_way from payments.payment
        where ${isOne} and paid_at is not null and paid_at >= ${since}
      union all
      select ${column}, currency, 0, amount from payments.payment
        where ${isOne} and state in ('created', 'open') and paid_at is null
    ) taken group by id, currency order by currency`.execute(
    ctx.beyondScope('the sum of a day of a merchant above the caller decides which one it pays through'),
  );
  return Map.groupBy(
    rows.map((row) => ({ ...row, paid: BigInt(row.paid), underWay: BigInt(row.under_way) })),
    ({ id }) => id,
  );
}

/** What came and what may still come, in a currency. */
export const takenIn = (taken: readonly Taken[] | undefined, currency: string): bigint =>
  (taken ?? [])
    .filter((each) => each.currency === currency)
    .reduce((sum, { paid, underWay }) => sum + paid + underWay, 0n);
