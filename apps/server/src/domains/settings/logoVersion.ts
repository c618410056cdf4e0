import type { Ctx } from '../../framework/context.ts';

/** The version of a host's logo; null where it has none. */
export async function logoOf(ctx: Ctx, host: string): Promise<string | null> {
  const row = await ctx.db.selectFrom('settings.logo').select('version').where('host', '=', host).executeTakeFirst();
  return row?.version ?? null;
}
