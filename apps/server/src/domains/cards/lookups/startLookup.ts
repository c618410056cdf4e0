import { selectCardFirst } from '@cardinal/contract/api/cards/cardRefusals.ts';
import {
  type startOnlineLookup as endpoint,
  LookupDepth,
  MOST_LOOKED_UP,
  noCardsFound,
  tooManyToLookUp,
} from '@cardinal/contract/api/cards/onlineLookups.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { requireEngine } from '../../engines/face.ts';
import { startTask } from '../../tasks/face.ts';
import type { CardRow } from '../commands/commandStore.ts';
import { cardsNamed, cardsOfSegment } from '../search/wholeNumbers.ts';

/** A card as a look-up names it. */
export type AskedCard = Pick<CardRow, 'id' | 'iccid' | 'platform' | 'carrier_account_id'>;

/** Lines up one question for each card that was named; cancelled ones are told and not asked about. */
export async function startOnlineLookup(
  ctx: Ctx,
  { numbers, startIccid, endIccid, depth }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { cards, notFound } = await cardsAsked(ctx, { numbers, startIccid, endIccid });
  if (cards.length > MOST_LOOKED_UP) throw new Refused(tooManyToLookUp, { max: MOST_LOOKED_UP });
  const asked = cards.filter((card) => card.lifecycle !== 'cancelled');
  const cancelled = cards.filter((card) => card.lifecycle === 'cancelled').map((card) => card.iccid);
  if (asked.length === 0) {
    throw new Refused(noCardsFound, { numbers: [...notFound, ...cancelled].slice(0, 5).join(', ') });
  }
  await requireEngine(
    ctx,
    'diagnosis',
    asked.map((card) => card.id),
  );
  const label = LookupDepth.labelOf(depth);
  const { taskId } = await startTask(ctx, {
    action: 'query_online',
    title: text(`${label.zh}查询 ${asked.length} 张`, `${label.en} of ${asked.length}`),
    parameters: { depth },
    items: asked.map((card) => ({
      target: card.iccid,
      targetId: card.id,
      lane: `carrier:${card.carrier_account_id}`,
    })),
  });
  await keepLookups(ctx, taskId, depth, asked);
  ctx.note({ summary: `${label.zh} ${asked.length}`, taskId, after: { cards: asked.length, depth } });
  return { taskId, cards: asked.length, notFound, cancelled };
}

async function cardsAsked(
  ctx: Ctx,
  { numbers, startIccid, endIccid }: Pick<BodyOf<typeof endpoint>, 'numbers' | 'startIccid' | 'endIccid'>,
): Promise<{ cards: CardRow[]; notFound: string[] }> {
  if (startIccid && endIccid) {
    return { cards: await cardsOfSegment(ctx, startIccid, endIccid, MOST_LOOKED_UP), notFound: [] };
  }
  if (!numbers?.trim()) throw new Refused(selectCardFirst);
  const { cards, notFound, isCut } = await cardsNamed(ctx, numbers);
  if (isCut) throw new Refused(tooManyToLookUp, { max: MOST_LOOKED_UP });
  return { cards, notFound };
}

/** The rows of a look-up, which fill in as the answers come. */
export async function keepLookups(
  ctx: Ctx,
  taskId: string,
  depth: LookupDepth,
  cards: readonly AskedCard[],
  before = 0,
): Promise<void> {
  const actor = accountOf(ctx);
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('cards.online_lookup')
    .values(
      cards.map((card, at) => ({
        card_id: card.id,
        id: ctx.ids.next(),
        task_id: taskId,
        seq: before + at,
        iccid: card.iccid,
        platform: card.platform,
        carrier_account_id: card.carrier_account_id,
        customer_id: actor.customerId,
        account_name: actor.account,
        depth,
        state: 'waiting' as const,
        online_state: null,
        words: null,
        ip_address: null,
        apn: null,
        rat: null,
        imei: null,
        started_at: null,
        ended_at: null,
        source: null,
        asked_at: null,
        conclusion: null,
        created_at: now,
      })),
    )
    .execute();
}
