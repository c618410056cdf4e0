import { MOST_LOOKED_UP, noCardsFound, tooManyToLookUp } from '@cardinal/contract/api/cards/onlineLookups.ts';
import { type locateCards as endpoint, locationNotAuthorized } from '@cardinal/contract/api/cards/positioning.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { requireEngine } from '../../engines/face.ts';
import { startTask } from '../../tasks/face.ts';
import type { CardRow } from '../commands/commandStore.ts';
import type { AskedCard } from '../lookups/startLookup.ts';
import { cardsNamed } from '../search/wholeNumbers.ts';
import { consenting } from './consents.ts';

/**
 * Lines up one question for each named card that may be located: one's own, or of a customer that has authorised it. What
 * is left out is told, and nothing is asked about it.
 */
export async function locateCards(
  ctx: Ctx,
  { numbers, purpose }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { cards, notFound, isCut } = await cardsNamed(ctx, numbers);
  if (isCut || cards.length > MOST_LOOKED_UP) throw new Refused(tooManyToLookUp, { max: MOST_LOOKED_UP });
  const own = accountOf(ctx).customerId;
  const willing = await consenting(
    ctx,
    cards.map((card) => card.customer_id),
  );
  const isCancelled = (card: CardRow) => card.lifecycle === 'cancelled';
  const mayBe = (card: CardRow) => card.customer_id === own || willing.has(card.customer_id);
  const asked = cards.filter((card) => !isCancelled(card) && mayBe(card));
  const named = (some: readonly CardRow[]) => some.map((card) => card.iccid);
  const cancelled = named(cards.filter(isCancelled));
  const notAuthorized = named(cards.filter((card) => !isCancelled(card) && !mayBe(card)));
  if (asked.length === 0) {
    if (notAuthorized.length > 0) throw new Refused(locationNotAuthorized);
    throw new Refused(noCardsFound, { numbers: [...notFound, ...cancelled].slice(0, 5).join(', ') });
  }
  await requireEngine(
    ctx,
    'location',
    asked.map((card) => card.id),
  );
  const { taskId } = await startTask(ctx, {
    action: 'query_location',
    title: text(`定位 ${asked.length} 张`, `Locate ${asked.length}`),
    parameters: { purpose },
    items: asked.map((card) => ({
      target: card.iccid,
      targetId: card.id,
      lane: `carrier:${card.carrier_account_id}`,
    })),
  });
  await keepQueries(ctx, taskId, purpose, asked);
  ctx.note({ summary: `${asked.length} · ${purpose}`, taskId, after: { cards: asked.length, purpose } });
  return { taskId, cards: asked.length, notFound, cancelled, notAuthorized };
}

/** Who asked where these cards are, and why; answers come to the same rows. */
export async function keepQueries(
  ctx: Ctx,
  taskId: string,
  purpose: string,
  cards: readonly AskedCard[],
  before = 0,
): Promise<void> {
  const { customerId, account } = accountOf(ctx);
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('cards.position_query')
    .values(
      cards.map((card, at) => ({
        card_id: card.id,
        id: ctx.ids.next(),
        task_id: taskId,
        seq: before + at,
        iccid: card.iccid,
        platform: card.platform,
        carrier_account_id: card.carrier_account_id,
        customer_id: customerId,
        account_name: account,
        purpose,
        state: 'waiting' as const,
        is_found: null,
        source: null,
        accuracy_metres: null,
        sealed: null,
        words: null,
        located_at: null,
        asked_at: null,
        created_at: now,
      })),
    )
    .execute();
}
