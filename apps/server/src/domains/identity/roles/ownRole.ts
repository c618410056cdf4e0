import { accountOf, type Ctx } from '../../../framework/context.ts';

/** Whether a role belongs to the caller's own customer; a foreign and an unknown one read alike. */
export async function isOwnRole(ctx: Ctx, roleId: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('identity.role')
    .select('id')
    .where('id', '=', roleId)
    .where('customer_id', '=', accountOf(ctx).customerId)
    .executeTakeFirst();
  return found !== undefined;
}
