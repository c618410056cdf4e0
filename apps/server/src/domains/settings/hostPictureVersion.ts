import type { Ctx } from '../../framework/context.ts';

/** Where pictures of hosts are kept; one of each a host, all of one shape. */
export type PictureTable = 'settings.logo' | 'settings.login_background';

/** The version of a host's picture; null where it has none. */
export async function pictureVersionOf(ctx: Ctx, table: PictureTable, host: string): Promise<string | null> {
  const row = await ctx.db.selectFrom(table).select('version').where('host', '=', host).executeTakeFirst();
  return row?.version ?? null;
}
