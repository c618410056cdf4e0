import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { ListedCard } from '../../carriers/face.ts';
import { changeCard, lockCard } from '../commands/commandStore.ts';
import { spellingsOf } from './applyReadings.ts';
import { numbersToTake } from './carrierFacts.ts';
import { noteStrangers } from './strangers.ts';

const WHY = 'a carrier speaks of its cards, whoever has them';

/**
 * Takes over a page of a carrier's list of all its cards: numbers ours do not have yet, and cards that are nobody's here.
 * Statuses are left to the cards' turns: a list is not read at one moment. Answers how many cards it changed.
 */
export async function takeInventory(asked: Ctx, accountId: string, cards: readonly ListedCard[]): Promise<number> {
  const db = asked.beyondScope(WHY);
  const ctx = { ...asked, db };
  const byIccid = new Map(cards.flatMap((card) => spellingsOf(card.iccid).map((form) => [form, card] as const)));
  const { rows } = await sql<{ id: string }>`
    select id from cards.card
    where iccid = any(${[...byIccid.keys()]}::text[]) and carrier_account_id = ${accountId}::bigint
      and (business_number is null or imsi is null) order by id`.execute(db);
  let changed = 0;
  for (const { id } of rows) {
    const card = await lockCard(db, id);
    const listed = card && byIccid.get(card.iccid);
    const numbers = listed && (await numbersToTake(ctx, card, listed));
    if (!numbers || Object.keys(numbers).length === 0) continue;
    await changeCard(db, card, numbers, ctx.clock.now());
    changed += 1;
  }
  await noteStrangers(asked, accountId, cards);
  return changed;
}
