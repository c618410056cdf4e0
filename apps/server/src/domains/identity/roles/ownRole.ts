import { accountOf, type Ctx } from '../../../framework/context.ts';

/** Whether a role is one of the caller's own customer: another's and an unknown one are alike. */
export async function isOwnRole(ctx: Ctx, roleId: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('identity.role')
    .select('id')
    .where('id', '=', roleId)
    .where('customer_id', '=', accountOf(ctx).customerId)
    .executeTakeFirst();
  return found !== undefined;
}
