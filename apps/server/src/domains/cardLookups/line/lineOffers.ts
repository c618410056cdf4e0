import { askLine } from '@cardinal/contract/api/cardLookups/lineReading.ts';
import type { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { CANCELLED, type Channel, channelOf, NOT_CONNECTED } from '../../cardBatches/face.ts';
import type { CardRow } from '../../cards/face.ts';
import type { OperationName } from '../../carriers/face.ts';
import { readingOf } from './lineReading.ts';

const NOT_TOLD = text(
  '该通道不提供功能、停机原因、机卡绑定和套餐余量的查询',
  'This carrier account cannot query features, stop reasons, device bindings or allowances',
);

/** The queries a carrier's interface may offer about a line. */
export const LINE_QUESTIONS = [
  'getServices',
  'getStopReasons',
  'getBinding',
  'getAllowances',
] as const satisfies OperationName[];

/** Why the carrier cannot be queried about the line. */
export function lineUnavailableReason(
  card: Pick<CardRow, 'lifecycle'>,
  { isConnected, capabilities }: Channel,
): Text | undefined {
  if (!isConnected) return NOT_CONNECTED;
  if (!LINE_QUESTIONS.some((name) => capabilities?.operations.includes(name))) return NOT_TOLD;
  return card.lifecycle === 'cancelled' ? CANCELLED : undefined;
}

/** The last reading of a card's line, and whether the caller may request a new one. */
export async function lineOf(ctx: Ctx, card: CardRow): Promise<AnswerOf<typeof readCard>['line']> {
  const why = lineUnavailableReason(card, await channelOf(ctx, card.carrier_account_id));
  const mayAsk = [askLine.permission].flat().some((permission) => holds(ctx.actor, permission));
  const row = await ctx.db
    .selectFrom('card_lookups.line_reading')
    .selectAll()
    .where('card_id', '=', card.id)
    .executeTakeFirst();
  return {
    ask: mayAsk ? { why: why ? say(why, ctx.language) : null } : null,
    reading: row ? readingOf(row, ctx.language) : null,
  };
}
