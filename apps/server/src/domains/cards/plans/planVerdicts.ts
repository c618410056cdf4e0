import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { FactGroup } from '../selection/selectionVerdicts.ts';

/** The plan a card has, as its carrier last said. */
export const ABOUT_PLAN: RawBuilder<string> = sql<string>`coalesce(c.communication_plan, '')`;

type Verdict = { readonly key: string; readonly words: Text };

const NOT_THERE: Verdict = {
  key: 'planNotThere',
  words: text('该通道没有此通信计划', 'Their carrier account has no such plan'),
};
const ALREADY: Verdict = { key: 'already', words: text('已在该通信计划', 'Already under this plan') };
const CANCELLED: Verdict = { key: 'cancelled', words: text('已销户', 'Cancelled') };

/** Why a card is not moved to a plan that these accounts have. */
export function planVerdict(
  card: Pick<FactGroup, 'platform' | 'carrierStatus' | 'carrierAccountId' | 'about'>,
  plan: string,
  having: ReadonlySet<string>,
): Verdict | undefined {
  if (!having.has(card.carrierAccountId)) return NOT_THERE;
  if (lifecycleOf(card.platform, card.carrierStatus) === 'cancelled') return CANCELLED;
  return card.about === plan ? ALREADY : undefined;
}

/** The accounts, of all there are, where a plan of this name is in use. */
export async function accountsWithPlan(ctx: Ctx, plan: string): Promise<ReadonlySet<string>> {
  const rows = await ctx
    .beyondScope('cards of every customer are driven through the platform’s accounts and their plans')
    .selectFrom('cards.plan')
    .select('carrier_account_id')
    .where('carrier_name', '=', plan)
    .where('state', '=', 'on')
    .where('gone_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.carrier_account_id));
}

export async function judgePlan(ctx: Ctx, plan: string) {
  const having = await accountsWithPlan(ctx, plan);
  return (group: FactGroup) => planVerdict(group, plan, having);
}
