import { type shelveGuide as endpoint, guideNotFound } from '@cardinal/contract/api/settings/guides.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';

export async function shelveGuide(ctx: Ctx, { guideId, isOnShelf }: BodyOf<typeof endpoint>) {
  const before = await ctx.db
    .selectFrom('settings.video_guide')
    .select(['title', 'is_on_shelf'])
    .where('id', '=', guideId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new Refused(guideNotFound);
  await ctx.db
    .updateTable('settings.video_guide')
    .set({ is_on_shelf: isOnShelf, updated_at: ctx.clock.now() })
    .where('id', '=', guideId)
    .execute();
  const note = { objectKind: 'guide', objectId: guideId, summary: before.title };
  ctx.note({ ...note, before: { isOnShelf: before.is_on_shelf }, after: { isOnShelf } });
  return DONE;
}
