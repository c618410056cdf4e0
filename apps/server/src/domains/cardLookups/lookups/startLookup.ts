import { type startOnlineLookup as endpoint, LookupDepth } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type AskedCard, askedRow, cardsAsked, refuseNone, startAsking } from './askedCards.ts';

/** Queues one query per named card; cancelled ones are reported and not queried. */
export async function startOnlineLookup(
  ctx: Ctx,
  { depth, ...which }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const found = await cardsAsked(ctx, which);
  refuseNone(found);
  const { cards, notFound, cancelled } = found;
  const label = LookupDepth.labelOf(depth);
  const taskId = await startAsking(ctx, {
    action: 'query_online',
    engine: 'diagnosis',
    title: text(`${label.zh}查询 ${cards.length} 张`, `${label.en} of ${cards.length}`),
    parameters: { depth },
    cards,
  });
  await keepLookups(ctx, taskId, depth, cards);
  ctx.note({
    summary: text(`${label.zh} ${cards.length}`, `${label.en}: ${cards.length}`),
    taskId,
    after: { cards: cards.length, depth },
  });
  return { taskId, cards: cards.length, notFound: [...notFound], cancelled: [...cancelled] };
}

/** Creates the rows of a look-up; the answers are added as they come. */
export async function keepLookups(
  ctx: Ctx,
  taskId: string,
  depth: LookupDepth,
  cards: readonly AskedCard[],
  before = 0,
): Promise<void> {
  await ctx.db
    .insertInto('card_lookups.online_lookup')
    .values(
      cards.map((card, at) => ({
        ...askedRow(ctx, taskId, card, before + at),
        depth,
        online_state: null,
        ip_address: null,
        apn: null,
        rat: null,
        imei: null,
        started_at: null,
        ended_at: null,
        conclusion: null,
        known_at: null,
        used_today: null,
        usage_at: null,
      })),
    )
    .execute();
}
