import type { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type CardRow, linesOf } from '../../cards/face.ts';
import { setterOf } from './whyRules.ts';

/** Whether the caller may know a customer: not its ancestors or siblings. */
export const mayKnow = (ctx: Ctx, customerId: string | null): boolean =>
  customerId === null || ctx.scope.everything || ctx.scope.customerIds.includes(customerId);

/** Each stop reason with when and by whom it was set, if the caller may see that part of the history. */
export async function stopReasonsOf(ctx: Ctx, card: CardRow): Promise<AnswerOf<typeof readCard>['stopReasons']> {
  if (card.stop_reasons.length === 0) return [];
  const lines = await linesOf(ctx, card.id);
  return card.stop_reasons.map((reason) => {
    const line = setterOf(lines, reason);
    if (!line || !mayKnow(ctx, line.customerId)) return { reason, since: null, by: null };
    return { reason, since: line.at.toISOString(), by: mayKnow(ctx, line.actorCustomerId) ? line.actorName : null };
  });
}
