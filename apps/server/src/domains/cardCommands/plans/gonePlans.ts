import type { Ctx } from '../../../framework/context.ts';

/** The plans of these carrier accounts that the last pull no longer found, each as `account:plan`. */
export async function gonePlans(ctx: Ctx, accountIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx
    .beyondScope('a product is incomplete for everybody when its carrier no longer has its plan')
    .selectFrom('card_commands.plan')
    .select(['carrier_account_id', 'carrier_name'])
    .where('carrier_account_id', 'in', [...accountIds])
    .where('gone_at', 'is not', null)
    .execute();
  return new Set(rows.map((row) => `${row.carrier_account_id}:${row.carrier_name}`));
}
