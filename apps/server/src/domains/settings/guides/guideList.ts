import { listGuides } from '@cardinal/contract/api/settings/guides.ts';
import { routeOf } from '@cardinal/contract/routes/matching.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';

type Seen = { readonly plays: number; readonly helpfulPercent: number | null };

/** How often guides were opened, and how many of those who answered were helped, over all accounts. */
async function seenBy(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Seen>> {
  if (ids.length === 0) return new Map();
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

/** The film's language under the word the dictionary of languages has for it. */
const LANGUAGE = sql<string>`case g.language when 'zh_CN' then 'zh-CN' else g.language end`;

const FILM = sql<string | null>`(select f.film from settings.guide_film f where f.guide_id = g.id)`;

const COVER = sql<string | null>`(select c.cover from settings.guide_cover c where c.guide_id = g.id)`;

export const guideDataset = dataset(listGuides, {
  from: (ctx) => ctx.db.selectFrom('settings.video_guide as g'),
  id: sql<string>`g.id`,
  columns: {
    id: sql`g.id`,
    title: sql`g.title`,
    route: sql`g.route`,
    language: LANGUAGE,
    kinds: sql`g.kinds`,
    sort: sql`g.sort`,
    isOnShelf: sql`g.is_on_shelf`,
    updatedAt: sql`g.updated_at`,
  },
  select: (query) => query.selectAll('g').select([LANGUAGE.as('spoken'), FILM.as('film'), COVER.as('cover')]),
  present: async (rows, ctx) => {
    const seen = await seenBy(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      route: row.route,
      screen: routeOf(row.route)?.route.title ?? text(row.route, row.route),
      language: row.spoken,
      kinds: row.kinds,
      videoUrl: row.video_url,
      film: row.film,
      cover: row.cover,
      seconds: row.seconds,
      stepsZh: row.steps_zh,
      stepsEn: row.steps_en,
      plays: seen.get(row.id)?.plays ?? 0,
      helpfulPercent: seen.get(row.id)?.helpfulPercent ?? null,
      sort: row.sort,
      isOnShelf: row.is_on_shelf,
      version: row.version,
      updatedAt: row.updated_at.toISOString(),
    }));
  },
});
