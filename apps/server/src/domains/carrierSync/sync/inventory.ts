import { spellingsOf } from '@cardinal/primitives/iccid.ts';
import type { Ctx } from '../../../framework/context.ts';
import {
  businessNumberOf,
  changeCard,
  claimNumbers,
  type LockedCard,
  lockCardsWhere,
  type NumberClaim,
} from '../../cards/face.ts';
import type { AnswerOf } from '../../carriers/face.ts';
import { noteMembers } from '../pools/poolMembers.ts';
import { tellListed } from './listedCards.ts';

type ListedCard = AnswerOf<'listCards'>['cards'][number];

const WHY = 'a carrier speaks of its cards, whoever has them';
/**
 * Applies a page of a carrier's full card list: numbers our cards lack, their pools, and unmatched cards. Statuses are left to
 * the poller, because a list is not read at one moment. `beganAt` is the start of the list. Returns how many cards it changed.
 */
export async function takeInventory(
  asked: Ctx,
  accountId: string,
  listed: readonly ListedCard[],
  beganAt: Date,
): Promise<number> {
  const changed = await takeNumbers(asked, accountId, listed);
  await takeMembers(asked, accountId, listed, beganAt);
  await tellListed(asked, accountId, listed);
  return changed;
}

/** The pools the list reports for its cards, if any. */
async function takeMembers(asked: Ctx, accountId: string, listed: readonly ListedCard[], beganAt: Date): Promise<void> {
  const poolOf = new Map(
    listed.flatMap(({ iccid, poolId }) =>
      poolId === undefined ? [] : spellingsOf(iccid).map((form) => [form, poolId] as const),
    ),
  );
  if (poolOf.size === 0) return;
  const cards = await asked
    .beyondScope(WHY)
    .selectFrom('cards.v_card')
    .select(['id', 'iccid'])
    .where('iccid', 'in', [...poolOf.keys()])
    .where('carrier_account_id', '=', accountId)
    .execute();
  const members = cards.map(({ id, iccid }) => ({ id, poolId: poolOf.get(iccid) ?? null }));
  await noteMembers(asked, accountId, members, beganAt);
}

/** Takes over numbers no other card has claimed. */
async function takeNumbers(asked: Ctx, accountId: string, listed: readonly ListedCard[]): Promise<number> {
  const db = asked.beyondScope(WHY);
  const told = new Map(listed.flatMap((card) => spellingsOf(card.iccid).map((form) => [form, card] as const)));
  if (told.size === 0) return 0;
  const cards = await lockCardsWhere(db, (all) =>
    all
      .where('iccid', 'in', [...told.keys()])
      .where('carrier_account_id', '=', accountId)
      .where((on) => on.or([on('business_number', 'is', null), on('imsi', 'is', null)])),
  );
  const wanted = cards.flatMap((card) => wantedBy(card, told.get(card.iccid)));
  if (wanted.length === 0) return 0;
  const made = await claimNumbers(db, wanted);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const taken = Map.groupBy(made, ({ cardId }) => byId.get(cardId) as LockedCard);
  for (const [card, numbers] of taken) {
    const change = Object.fromEntries(numbers.map(({ column, value }) => [column, value]));
    await changeCard(db, card, change, asked.clock.now());
  }
  return taken.size;
}

function wantedBy(card: LockedCard, listed: ListedCard | undefined): NumberClaim[] {
  if (!listed) return [];
  const numbers = { business_number: businessNumberOf(card.platform, listed), imsi: listed.imsi };
  return (Object.keys(numbers) as NumberClaim['column'][]).flatMap((column) => {
    const value = numbers[column];
    return value && card[column] === null ? [{ cardId: card.id, column, value }] : [];
  });
}
