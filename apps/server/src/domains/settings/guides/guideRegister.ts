import { guides } from '@cardinal/contract/api/settings/guides.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { routeOf } from '@cardinal/contract/routes/matching.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';

type Seen = { readonly plays: number; readonly helpfulPercent: number | null };

/** How often guides were opened and how many answers were «helpful», over all accounts. */
async function seenBy(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Seen>> {
  const rows = await ctx
    .beyondScope('only sums over all accounts come out')
    .selectFrom('settings.guide_view')
    .select([
      'guide_id',
      sql<string>`sum(plays)`.as('plays'),
      sql<string | null>`round(100.0 * count(*) filter (where is_helpful) / nullif(count(is_helpful), 0))`.as(
        'helpful',
      ),
    ])
    .where('guide_id', 'in', [...ids])
    .groupBy('guide_id')
    .execute();
  return new Map(
    rows.map((row) => [
      row.guide_id,
      { plays: Number(row.plays), helpfulPercent: row.helpful === null ? null : Number(row.helpful) },
    ]),
  );
}

/** The video's language in the notation of the language dictionary. */
const SPOKEN = sql<string>`case t.language when 'zh_CN' then 'zh-CN' else t.language end`;

const FILM = sql<string | null>`(select f.film from settings.guide_film f where f.guide_id = t.id)`;

const COVER = sql<string | null>`(select c.cover from settings.guide_cover c where c.guide_id = t.id)`;

type Joined = Pick<RowOf<typeof guides.list>, 'language' | 'film' | 'cover'>;

export const guideRegister = bindRegister(guides, {
  table: 'settings.video_guide',
  objectKind: 'guide',
  name: ({ title }) => title,
  write: (_, { kinds }) => ({ kinds: [...new Set(kinds)] }),
  begin: (ctx) => ({ is_on_shelf: false, created_at: ctx.clock.now() }),
  release: async (ctx, { id }) => {
    await ctx
      .beyondScope('what accounts thought of a guide goes with it')
      .deleteFrom('settings.guide_view')
      .where('guide_id', '=', id)
      .execute();
  },
  list: {
    from: (query) => query.select([SPOKEN.as('spoken'), FILM.as('film'), COVER.as('cover')]),
    columns: { language: SPOKEN },
    present: async (rows, ctx) => {
      const seen = await seenBy(
        ctx,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id, route, ...row }) => {
        const { spoken, film, cover } = row as unknown as Joined & { spoken: Joined['language'] };
        return {
          screen: routeOf(route)?.route.title ?? text(route, route),
          language: spoken,
          film,
          cover,
          plays: seen.get(id)?.plays ?? 0,
          helpfulPercent: seen.get(id)?.helpfulPercent ?? null,
        };
      });
    },
  },
});
