import {
  type locateCards as endpoint,
  locationNotAuthorized,
  type previewLocation as previewEndpoint,
} from '@cardinal/contract/api/cardLookups/positioning.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { type CardRow, sightsOfCards } from '../../cards/face.ts';
import { callsLeft, capabilitiesOf } from '../../carriers/face.ts';
import {
  type AskedCard,
  type AskedCards,
  askedRow,
  cardsAsked,
  refuseNone,
  startAsking,
  type Which,
} from '../lookups/askedCards.ts';
import { consenting } from './consents.ts';

/**
 * The cards that may be located: the caller's own, or those of a customer that has consented, unless those above hide where they
 * are; and those left out.
 */
async function mayBeLocated(ctx: Ctx, which: Which): Promise<AskedCards & { notAuthorized: readonly string[] }> {
  const { cards, ...left } = await cardsAsked(ctx, which);
  const own = accountOf(ctx).customerId;
  const willing = await consenting(
    ctx,
    cards.map((card) => card.customer_id),
  );
  const sights = await sightsOfCards(
    ctx,
    cards.map(({ id }) => id),
  );
  const mayBe = (card: CardRow) =>
    (card.customer_id === own || willing.has(card.customer_id)) && !sights.get(card.id)?.hides.has('location');
  return {
    ...left,
    cards: cards.filter(mayBe),
    notAuthorized: cards.filter((card) => !mayBe(card)).map((card) => card.iccid),
  };
}

/** Queues one query per card that may be located. Cards left out are reported and not queried. */
export async function locateCards(
  ctx: Ctx,
  { purpose, ...which }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const found = await mayBeLocated(ctx, which);
  if (found.cards.length === 0 && found.notAuthorized.length > 0) throw new Refused(locationNotAuthorized);
  refuseNone(found);
  const { cards, notFound, cancelled, notAuthorized } = found;
  const taskId = await startAsking(ctx, {
    action: 'query_location',
    engine: 'location',
    title: text(`定位 ${cards.length} 张`, `Locate ${cards.length}`),
    parameters: { purpose },
    cards,
  });
  await keepQueries(ctx, taskId, purpose, cards);
  ctx.note({ summary: `${cards.length} · ${purpose}`, taskId, after: { cards: cards.length, purpose } });
  return {
    taskId,
    cards: cards.length,
    notFound: [...notFound],
    cancelled: [...cancelled],
    notAuthorized: [...notAuthorized],
  };
}

/** Records who asked for these cards' positions, and why; the answers are added to the same rows. */
export async function keepQueries(
  ctx: Ctx,
  taskId: string,
  purpose: string,
  cards: readonly AskedCard[],
  before = 0,
): Promise<void> {
  await ctx.db
    .insertInto('card_lookups.position_query')
    .values(
      cards.map((card, at) => ({
        ...askedRow(ctx, taskId, card, before + at),
        purpose,
        is_found: null,
        accuracy_metres: null,
        sealed: null,
        located_at: null,
      })),
    )
    .execute();
}

type Cost = AnswerOf<typeof previewEndpoint>['carriers'][number];

const least = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** The queries each carrier would get for these cards, and what is left of its accounts' daily quota. */
export async function previewLocation(
  ctx: Ctx,
  which: BodyOf<typeof previewEndpoint>,
): Promise<AnswerOf<typeof previewEndpoint>> {
  const { cards, notFound, cancelled, notAuthorized } = await mayBeLocated(ctx, which);
  const accountIds = [...new Set(cards.map((card) => card.carrier_account_id))];
  const left = await callsLeft(ctx, accountIds);
  const byCarrier = new Map<string, Cost>();
  for (const id of accountIds) {
    const own = cards.filter((card) => card.carrier_account_id === id);
    const platform = own[0]?.platform as Platform;
    const can = await capabilitiesOf(ctx, id);
    const isOffered = can?.operations.includes('getLocations') ?? false;
    const key = `${platform} ${isOffered}`;
    const before = byCarrier.get(key);
    const remaining = left.get(id) ?? null;
    byCarrier.set(key, {
      platform,
      isOffered,
      cards: own.length + (before?.cards ?? 0),
      calls: Math.ceil(own.length / (can?.batchSizes.getLocations ?? 1)) + (before?.calls ?? 0),
      // Of several accounts the one with the least left: it runs out first.
      callsLeft: before ? least(before.callsLeft, remaining) : remaining,
    });
  }
  return {
    cards: cards.length,
    notFound: [...notFound],
    cancelled: [...cancelled],
    notAuthorized: [...notAuthorized],
    carriers: [...byCarrier.values()].sort((a, b) => b.cards - a.cards),
  };
}
