import { codeNotFound, tooManyWrongCodes } from '@cardinal/contract/api/groupBuys/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { beyond } from '../batches/batchStore.ts';
import { asTyped, hashOf } from '../codeWords.ts';
import type { CodeRow } from '../groupBuyTables.ts';

/** So many unknown codes within so many minutes, and a customer tries no more. */
export const WRONG_CODES = { most: 20, minutes: 10 } as const;

/**
 * A code by its own words, of those that the caller's customer bought or sold. An unknown one is counted, in a transaction of its
 * own because the call is refused; beyond the limit right ones are refused as well, so that guessing learns nothing.
 */
export async function findCode(ctx: Ctx, typed: string, whose: 'bought' | 'any'): Promise<CodeRow> {
  const { customerId } = accountOf(ctx);
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - WRONG_CODES.minutes * 60_000);
  const { n } = await beyond(ctx)
    .selectFrom('group_buys.wrong_try')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('customer_id', '=', customerId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  if (n >= WRONG_CODES.most) throw new Refused(tooManyWrongCodes, { minutes: WRONG_CODES.minutes });
  const row = await beyond(ctx)
    .selectFrom('group_buys.code')
    .selectAll()
    .where('hash', '=', hashOf(asTyped(typed)))
    .executeTakeFirst();
  if (row && (row.customer_id === customerId || (whose === 'any' && row.seller_id === customerId))) return row;
  await ctx.transact((inside) =>
    beyond(inside).insertInto('group_buys.wrong_try').values({ customer_id: customerId, at: now }).execute(),
  );
  throw new Refused(codeNotFound);
}
