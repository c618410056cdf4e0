import type { Ctx } from '../../framework/context.ts';

/** The tables of host pictures: one picture per host, all with the same columns. */
export type PictureTable = 'settings.logo' | 'settings.login_background';

/** The version of a host's picture; null without one. */
export async function pictureVersionOf(ctx: Ctx, table: PictureTable, host: string): Promise<string | null> {
  const row = await ctx.db.selectFrom(table).select('version').where('host', '=', host).executeTakeFirst();
  return row?.version ?? null;
}
