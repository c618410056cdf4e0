import type {
  arrangeDashboard as arrangeEndpoint,
  readDashboardCards as readEndpoint,
} from '@cardinal/contract/api/settings/settings.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';

type Cards = AnswerOf<typeof readEndpoint>['cards'];

export async function readDashboardCards(ctx: Ctx): Promise<AnswerOf<typeof readEndpoint>> {
  const row = await ctx.db.selectFrom('settings.dashboard_card').select('cards').executeTakeFirst();
  return { cards: (row?.cards as Cards | undefined) ?? null };
}

export async function arrangeDashboard(ctx: Ctx, body: BodyOf<typeof arrangeEndpoint>) {
  const { accountId } = accountOf(ctx);
  ctx.note({ objectKind: 'dashboard', objectId: accountId, after: { cards: body.cards.length } });
  if (body.cards.length === 0) {
    await ctx.db.deleteFrom('settings.dashboard_card').where('account_id', '=', accountId).execute();
    return DONE;
  }
  const kept = { cards: JSON.stringify(body.cards), updated_at: ctx.clock.now() };
  await ctx.db
    .insertInto('settings.dashboard_card')
    .values({ account_id: accountId, ...kept })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(kept))
    .execute();
  return DONE;
}
