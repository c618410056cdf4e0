import {
  type addGuide as addEndpoint,
  type editGuide as editEndpoint,
  guideNotFound,
  type shelveGuide as shelveEndpoint,
} from '@cardinal/contract/api/settings/guides.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';

type Fields = BodyOf<typeof addEndpoint>;
const columnsOf = (body: Fields) => ({
  title: body.title,
  route: body.route,
  language: body.language,
  kinds: [...new Set(body.kinds)],
  video_url: body.videoUrl ?? null,
  seconds: body.seconds ?? null,
  steps_zh: body.stepsZh,
  steps_en: body.stepsEn || null,
  sort: body.sort,
});

async function lockGuide(ctx: Ctx, id: string) {
  const guide = await ctx.db
    .selectFrom('settings.video_guide')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!guide) throw new Refused(guideNotFound);
  return guide;
}

export async function addGuide(ctx: Ctx, body: Fields) {
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('settings.video_guide')
    .values({ ...columnsOf(body), id, is_on_shelf: false, version: 1, created_at: now, updated_at: now })
    .execute();
  ctx.note({ objectKind: 'guide', objectId: id, summary: body.title, after: body });
  return { id };
}

export async function editGuide(ctx: Ctx, { guideId, version, ...body }: BodyOf<typeof editEndpoint>) {
  const before = await lockGuide(ctx, guideId);
  if (before.version !== version) throw new Refused(changedByAnother);
  await ctx.db
    .updateTable('settings.video_guide')
    .set({ ...columnsOf(body), version: version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', guideId)
    .execute();
  const note = { objectKind: 'guide', objectId: guideId, summary: body.title };
  ctx.note({ ...note, before: { title: before.title, route: before.route, video: before.video_url }, after: body });
  return DONE;
}

export async function shelveGuide(ctx: Ctx, { guideId, isOnShelf }: BodyOf<typeof shelveEndpoint>) {
  const before = await lockGuide(ctx, guideId);
  await ctx.db
    .updateTable('settings.video_guide')
    .set({ is_on_shelf: isOnShelf, updated_at: ctx.clock.now() })
    .where('id', '=', guideId)
    .execute();
  const note = { objectKind: 'guide', objectId: guideId, summary: before.title };
  ctx.note({ ...note, before: { isOnShelf: before.is_on_shelf }, after: { isOnShelf } });
  return DONE;
}

export async function deleteGuide(ctx: Ctx, guideId: string) {
  const before = await lockGuide(ctx, guideId);
  await ctx
    .beyondScope('what accounts thought of a guide goes with it')
    .deleteFrom('settings.guide_view')
    .where('guide_id', '=', guideId)
    .execute();
  await ctx.db.deleteFrom('settings.video_guide').where('id', '=', guideId).execute();
  ctx.note({ objectKind: 'guide', objectId: guideId, summary: before.title, before: { route: before.route } });
  return DONE;
}
