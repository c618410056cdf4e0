import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { peekCard as endpoint } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { actionText, changeWords, known, sightOf } from '../../cards/face.ts';
import type { Sight } from '../../control/face.ts';
import { diagnosisOf, offeredOf, presentCard } from './cardView.ts';

const LINES = 10;

type Peek = AnswerOf<typeof endpoint>;

/** The short facts of one card for a panel beside the list. */
export async function peekCard(ctx: Ctx, id: string): Promise<Peek> {
  const card = await ctx.db.selectFrom('cards.v_card').selectAll().where('id', '=', id).executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  const lines = await ctx.db
    .selectFrom('cards.v_card_event as e')
    .select(['e.id', 'e.at', 'e.action', 'e.from_value', 'e.to_value', 'e.result'])
    .select(sql<string | null>`${known('actor_name', ctx)}`.as('who'))
    .where('e.card_id', '=', card.id)
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(LINES)
    .execute();
  const sight = await sightOf(ctx, card);
  return {
    card: (await presentCard(ctx, card)) as Peek['card'],
    hides: [...(sight?.hides ?? [])],
    diagnosis: await diagnosisOf(ctx, card),
    offered: await offeredOf(ctx, card),
    events: lines.map((line) => ({
      id: line.id,
      at: line.at.toISOString(),
      words: eventWords(ctx, line, sight),
      result: line.result,
      who: line.who,
    })),
  };
}

const ACTION_TO = text('{action}：{to}', '{action}: {to}');
const ACTION_FROM_TO = text('{action}：{from} → {to}', '{action}: {from} → {to}');

/** «停机：已激活 → 已停机», in the caller's language. */
export function eventWords(
  ctx: Ctx,
  line: { action: string; from_value: unknown; to_value: unknown },
  sight: Sight | undefined,
): string {
  const action = say(actionText(line.action), ctx.language);
  const { fromValue: from, toValue: to } = changeWords(line, ctx.language, sight);
  if (!to) return action;
  return from ? say(ACTION_FROM_TO, ctx.language, { action, from, to }) : say(ACTION_TO, ctx.language, { action, to });
}
