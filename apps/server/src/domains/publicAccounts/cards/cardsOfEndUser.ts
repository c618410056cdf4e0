import type { EndUserCard } from '@cardinal/contract/api/publicAccounts/endUsers.ts';
import { cardNotOfAccount } from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import { type Platform, RealNameStatus, type StopReason } from '@cardinal/contract/enumerations/card.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { lifecycleOf, shownStatusOf, statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { maskedNumber } from '@cardinal/primitives/maskedNumber.ts';
import { type Selectable, sql } from 'kysely';
import { type Ctx, endUserOf } from '../../../framework/context.ts';
import type { Tables } from '../../../framework/tables.ts';
import { bytesSeen, type Sight, sightsOf } from '../../control/face.ts';
import { subtreeIds } from '../../customers/face.ts';

export type OwnCard = Selectable<Tables['cards.v_card']>;

/**
 * A context that sees what the account's owner sees, to look at cards and packages for an end user. What it finds is shown to him
 * only where it is his own.
 */
export async function asSeller(ctx: Ctx, customerId: string): Promise<Ctx> {
  const customerIds = await subtreeIds(ctx.beyondScope('the tree of the account’s owner'), customerId);
  return ctx.actAs({
    actor: { kind: 'system', name: 'publicAccounts' },
    scope: { everything: false, customerIds, ownCustomerId: customerId, accountId: '0' },
  });
}

/** The one place that says which cards an end user sees: those he has added, while they are in the tree of the account's owner. */
export async function cardsOf(ctx: Ctx, cardId?: string): Promise<OwnCard[]> {
  const { endUserId, customerId } = endUserOf(ctx);
  const bound = await ctx
    .beyondScope('an end user’s own bindings')
    .selectFrom('public_accounts.binding')
    .select('card_id')
    .where('end_user_id', '=', endUserId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
  const ids = bound.map(({ card_id }) => card_id).filter((id) => cardId === undefined || id === cardId);
  if (ids.length === 0) return [];
  const seller = await asSeller(ctx, customerId);
  const cards = await seller.db
    .selectFrom('cards.v_card')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return cards.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** One of his cards; any other is unknown to him. */
export async function cardOf(ctx: Ctx, cardId: string): Promise<OwnCard> {
  const [card] = await cardsOf(ctx, cardId);
  if (!card) throw new Refused(cardNotOfAccount);
  return card;
}

const usedSeen = (bytes: string | null, sight: Sight | undefined): string | null =>
  bytes === null || !sight ? bytes : sight.hides.has('remaining') ? null : String(bytesSeen(BigInt(bytes), sight));

/** His cards as those above let end users see them. */
export async function shownCards(ctx: Ctx, cards: readonly OwnCard[]): Promise<EndUserCard[]> {
  const sights = await (await sightsOf(ctx))?.of(cards);
  return cards.map((card) => shownCard(card, sights?.get(card.id)));
}

function shownCard(card: OwnCard, sight: Sight | undefined): EndUserCard {
  const number = (whole: string) => (sight?.masksNumbers ? maskedNumber(whole) : whole);
  const platform = card.platform as Platform;
  const status = shownStatusOf(platform, card.carrier_status, card.stop_reasons as StopReason[]);
  const lifecycle = lifecycleOf(platform, card.carrier_status);
  const isStopped = status !== card.carrier_status;
  return {
    id: card.id,
    iccid: card.iccid,
    number: card.business_number === null ? null : number(card.business_number),
    status: sight?.hides.has('status') ? null : statusTextOf(platform, status),
    tone: sight?.hides.has('status')
      ? null
      : lifecycle === 'activated' && !isStopped
        ? 'good'
        : lifecycle === 'cancelled'
          ? 'ended'
          : 'waiting',
    isRealName: card.real_name_status === RealNameStatus.values.realNamed,
    usedBytes: usedSeen(card.flow_used, sight),
    usageAt: sight?.hides.has('remaining') ? null : (card.usage_at?.toISOString() ?? null),
  };
}
