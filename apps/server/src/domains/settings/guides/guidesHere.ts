import {
  guideNotFound,
  type guidesHere as hereEndpoint,
  type viewGuide as viewEndpoint,
} from '@cardinal/contract/api/settings/guides.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { routeOf } from '@cardinal/contract/routes/matching.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import type { GuideTable } from './guideTables.ts';

/** The published guides for a screen, if the caller may open that screen and belongs to their audience. */
async function shownGuides(
  ctx: Ctx,
  path: string,
): Promise<(GuideTable & { film: string | null; cover: string | null })[]> {
  const actor = accountOf(ctx);
  const route = routeOf(path)?.route;
  if (!route || (route.permission && !holds(actor, route.permission))) return [];
  const kind = (await customerOf(ctx.db, actor.customerId))?.kind;
  if (!kind || (route.kinds && !route.kinds.includes(kind))) return [];
  return ctx.db
    .selectFrom('settings.video_guide as g')
    .leftJoin('settings.guide_film as f', 'f.guide_id', 'g.id')
    .selectAll('g')
    .leftJoin('settings.guide_cover as c', 'c.guide_id', 'g.id')
    .select(['f.film', 'c.cover'])
    .where('route', '=', route.path)
    .where('is_on_shelf', '=', true)
    .where(sql<boolean>`(kinds = '{}' or ${kind} = any(kinds))`)
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

export async function guidesHere(ctx: Ctx, path: string): Promise<AnswerOf<typeof hereEndpoint>> {
  const guides = await shownGuides(ctx, path);
  const spoken = guides.filter((guide) => guide.language === ctx.language);
  const shown = spoken.length > 0 ? spoken : guides.filter((guide) => guide.language === 'zh_CN');
  if (shown.length === 0) return [];
  const views = await ctx.db
    .selectFrom('settings.guide_view')
    .select(['guide_id', 'is_helpful'])
    .where(
      'guide_id',
      'in',
      shown.map(({ id }) => id),
    )
    .execute();
  const helpful = new Map(views.map((view) => [view.guide_id, view.is_helpful]));
  return shown.map((guide) => ({
    id: guide.id,
    title: guide.title,
    videoUrl: guide.video_url,
    film: guide.film,
    cover: guide.cover,
    seconds: guide.seconds,
    steps: (ctx.language === 'en' && guide.steps_en) || guide.steps_zh,
    isHelpful: helpful.get(guide.id) ?? null,
  }));
}

/** Opening counts as a view; an answer alone does not. A guide hidden from the caller reads as missing. */
export async function viewGuide(ctx: Ctx, { guideId, isHelpful }: BodyOf<typeof viewEndpoint>) {
  const { accountId } = accountOf(ctx);
  const guide = await ctx.db
    .selectFrom('settings.video_guide')
    .select('route')
    .where('id', '=', guideId)
    .executeTakeFirst();
  const shown = guide ? await shownGuides(ctx, guide.route) : [];
  if (!shown.some(({ id }) => id === guideId)) throw new Refused(guideNotFound);
  const seen = { is_helpful: isHelpful ?? null, last_at: ctx.clock.now() };
  const plays = isHelpful === undefined ? 1 : 0;
  await ctx.db
    .insertInto('settings.guide_view')
    .values({ guide_id: guideId, account_id: accountId, plays, ...seen })
    .onConflict((conflict) =>
      conflict.columns(['guide_id', 'account_id']).doUpdateSet({
        plays: sql<number>`settings.guide_view.plays + ${plays}`,
        is_helpful: sql<boolean | null>`coalesce(excluded.is_helpful, settings.guide_view.is_helpful)`,
        last_at: seen.last_at,
      }),
    )
    .execute();
  return DONE;
}
