import { sql } from 'kysely';
import type { Collected } from '../../payments/face.ts';

/** What was entered as transferred into these accounts, or is being paid; what is rejected, voided or closed did not come. */
export const collectedByTransfers: Collected = async (ctx, accountIds, since) => {
  const rows = await ctx
    .beyondScope('the sum of a day of an account above the caller decides which account it pays into')
    .selectFrom('customer_accounts.recharge')
    .select(['collecting_account_id as id', sql<string>`sum(amount)`.as('amount')])
    .where(sql<boolean>`collecting_account_id = any(${accountIds}::bigint[])`)
    .where('created_at', '>=', since)
    .where('state', 'in', ['pending', 'passed'])
    .groupBy('collecting_account_id')
    .execute();
  return new Map(rows.map(({ id, amount }) => [id ?? '', BigInt(amount)]));
};
