import {
  accountHasNoCards,
  type moveCarrierCards as endpoint,
  MOST_MOVED,
  moveCardsMissing,
  moveNeedsSamePlatform,
  moveOpenCommands,
  moveTooMany,
} from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { openCommandCount } from '../../cardCommands/face.ts';
import { bothForms, lockCardsWhere, moveToAccount, readIdentifierList, writeEvents } from '../../cards/face.ts';
import { ownAccount } from '../ownAccount.ts';
import { scheduleEnrolment } from '../slots/pollSlotStore.ts';
import { forgetPass } from './carrierPass.ts';

const ICCIDS = 1;

/** Moves cards to another account of the same carrier; its readings of them start from the beginning. */
export async function moveCarrierCards(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const from = await ownAccount(ctx, body.accountId);
  const to = await ownAccount(ctx, body.toAccountId);
  if (from.id === to.id) {
    throw new Refused(invalid, {}, [
      { field: 'toAccountId', text: text('请选择另一个通道', 'Select another carrier account') },
    ]);
  }
  if (from.platform !== to.platform) throw new Refused(moveNeedsSamePlatform);
  const cards = await lockAsked(ctx, from.id, body.iccids);
  const ids = cards.map((card) => card.id);
  // The cards are locked, so no further command can start.
  const open = await openCommandCount(ctx.db, ids);
  if (open > 0) throw new Refused(moveOpenCommands, { n: open });
  const now = ctx.clock.now();
  await moveToAccount(ctx, ids, to);
  await sql`
    update carrier_sync.carrier_difference set state = 'gone', decided_at = ${now}
    where state = 'open' and card_id = any(${ids}::bigint[])`.execute(ctx.db);
  // The other account's carrier reports its own pools for them.
  await sql`delete from carrier_sync.card_pool where card_id = any(${ids}::bigint[])`.execute(ctx.db);
  // Readers of a card's history may not know account names; the operation log has them.
  await writeEvents(
    ctx,
    cards.map((card) => ({
      cardId: card.id,
      iccid: card.iccid,
      customerId: card.customer_id,
      action: 'sync_card' as const,
      result: 'done' as const,
      reason: text('所属通道已变更', 'Moved to another carrier account'),
    })),
  );
  await forgetPass(ctx, to.id);
  await scheduleEnrolment(ctx, to.id);
  ctx.note({
    objectKind: 'carrierAccount',
    objectId: from.id,
    summary: `${from.name} → ${to.name}`,
    before: { accountId: from.id },
    after: { accountId: to.id, cards: cards.length },
  });
  return { moved: cards.length };
}

async function lockAsked(ctx: Ctx, accountId: string, typed: string | undefined) {
  const values = typed?.trim() ? readIdentifierList(ICCIDS, typed, 'iccids').values : undefined;
  const cards = await lockCardsWhere(ctx.db, (all) =>
    all
      .where('carrier_account_id', '=', accountId)
      .$if(values !== undefined, (query) => query.where('iccid', 'in', bothForms(values ?? [])))
      .limit(MOST_MOVED + 1),
  );
  if (values) {
    const found = new Set(cards.map((card) => card.iccid));
    const missing = values.filter((value) => !bothForms([value]).some((form) => found.has(form)));
    if (missing.length > 0) throw new Refused(moveCardsMissing, { n: missing.length, first: missing[0] ?? '' });
  }
  if (cards.length === 0) throw new Refused(accountHasNoCards);
  if (cards.length > MOST_MOVED) {
    const { n } = await ctx.db
      .selectFrom('cards.v_card')
      .select((row) => row.fn.countAll<string>().as('n'))
      .where('carrier_account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    throw new Refused(moveTooMany, { most: MOST_MOVED, n: Number(n) });
  }
  return cards;
}
