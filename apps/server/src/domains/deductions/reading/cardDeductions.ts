import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { readCardDeductions as endpoint } from '@cardinal/contract/api/deductions/records.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf, idsOfPath } from '../../customers/face.ts';
import { trimmed } from '../rating/chargeRules.ts';
import { beyond } from '../tariffs/tariffStore.ts';

const SHOWN = 10;

/**
 * What was taken from the own balance of a card in scope, and what waits for it, by tariffs for those above who has it now: what a
 * card paid under former owners is theirs.
 */
export async function readCardDeductions(
  ctx: Ctx,
  { cardId }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const card = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'customer_id'])
    .where('id', '=', cardId)
    .executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  const payers = idsOfPath((await customerOf(beyond(ctx), card.customer_id))?.path ?? '');
  const waiting = await beyond(ctx)
    .selectFrom('deductions.posting')
    .select(['currency', sql<string>`sum(amount)::text`.as('amount')])
    .where('card_id', '=', cardId)
    .where('customer_id', 'in', payers)
    .where('state', '=', 'waiting')
    .groupBy('currency')
    .orderBy('currency')
    .execute();
  const rows = await beyond(ctx)
    .selectFrom('deductions.deduction as d')
    .innerJoin('deductions.posting as p', 'p.id', 'd.posting_id')
    .select(['d.id', 'd.at', 'd.cycle', 'd.charged_bytes', 'd.unit_price', 'd.amount', 'd.currency'])
    .select(['p.state', 'p.balance'])
    .where('d.card_id', '=', cardId)
    .where('d.customer_id', 'in', payers)
    .orderBy('d.id', 'desc')
    .limit(SHOWN)
    .execute();
  return {
    waiting,
    latest: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      cycle: row.cycle,
      chargedBytes: row.charged_bytes,
      unitPrice: row.unit_price === null ? null : trimmed(row.unit_price),
      amount: row.amount,
      currency: row.currency,
      state: row.state,
      balance: row.balance,
    })),
  };
}
