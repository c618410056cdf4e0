import {
  type readFigures as figuresEndpoint,
  listDeductionCards,
  type readDeduction as readEndpoint,
} from '@cardinal/contract/api/deductions/records.ts';
import { deductionNotFound } from '@cardinal/contract/api/deductions/refusals.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';
import { transactionNo } from '../charging/settlePostings.ts';
import type { Part } from '../deductionTables.ts';
import { beyond } from '../tariffs/tariffStore.ts';

const MOST_FIGURES = 500;

async function deductionOf(ctx: Ctx, id: string) {
  const row = await ctx.db.selectFrom('deductions.deduction').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(deductionNotFound);
  return row;
}

/** What the cards of a deduction add up to, each rounded alone; null where one amount is for the account. */
async function ofCards(ctx: Ctx, id: string): Promise<bigint | null> {
  const { amount } = await beyond(ctx)
    .selectFrom('deductions.deduction_card')
    .select((row) => row.fn.sum<string | null>('amount').as('amount'))
    .where('deduction_id', '=', id)
    .executeTakeFirstOrThrow();
  return amount === null ? null : BigInt(amount);
}

export async function readDeduction(
  ctx: Ctx,
  { id }: QueryOf<typeof readEndpoint>,
): Promise<AnswerOf<typeof readEndpoint>> {
  const row = await deductionOf(ctx, id);
  const posting = await ctx.db
    .selectFrom('deductions.posting')
    .selectAll()
    .where('id', '=', row.posting_id)
    .executeTakeFirstOrThrow();
  const names = await customerNames(ctx.db, [row.customer_id]);
  const cards = await ofCards(ctx, id);
  const amount = BigInt(row.amount);
  return {
    id,
    at: row.at.toISOString(),
    cycle: row.cycle,
    customerName: names.get(row.customer_id) ?? '',
    type: row.type,
    source: row.source,
    payer: row.card_id === null ? 'balance' : 'wallet',
    state: posting.state,
    kind: amount < 0n ? 'adjustment' : 'charge',
    cards: row.cards,
    bytes: row.bytes,
    packageBytes: row.package_bytes,
    chargedBytes: row.charged_bytes,
    amount: row.amount,
    currency: row.currency,
    balance: posting.balance,
    postedAt: posting.posted_at?.toISOString() ?? null,
    transactionId: posting.transaction_id,
    transactionNo: posting.transaction_id === null ? null : transactionNo(posting.id),
    revision: row.revision,
    parts: row.parts as unknown as Part[],
    total: row.total,
    before: String(BigInt(row.total) - amount),
    rounding: cards === null ? null : String(amount - cards),
  };
}

/** The cards of a deduction, with what each came to more. */
export const cardDataset = dataset(listDeductionCards, {
  from: (ctx, asked) =>
    ctx.db
      .selectFrom('deductions.deduction as d')
      .innerJoin('deductions.deduction_card as k', 'k.deduction_id', 'd.id')
      .innerJoin(
        ctx
          .beyondScope('cards of a deduction that is read in scope')
          .selectFrom('cards.v_card')
          .select(['id', 'iccid', 'customer_id'])
          .as('c'),
        'c.id',
        'k.card_id',
      )
      .where('d.id', '=', String((asked as { deductionId?: unknown }).deductionId)),
  table: 'k',
  id: sql<string>`k.card_id`,
  columns: {
    id: sql`k.card_id`,
    iccid: sql`c.iccid`,
    customerName: sql`c.customer_id`,
    packageBytes: sql`(k.bytes - k.charged)`,
    chargedBytes: sql`k.charged`,
    amount: sql`k.amount`,
  },
  select: (query) =>
    query
      .select([
        'k.card_id as id',
        'k.card_id',
        'c.iccid',
        'c.customer_id',
        'k.bytes',
        'k.is_corrected',
        'k.charged as charged_bytes',
      ])
      .select(['k.amount', sql<string>`(k.bytes - k.charged)::text`.as('package_bytes')]),
  present: async (rows, ctx) => {
    const names = await customerNames(
      ctx.db,
      rows.map(({ customer_id }) => customer_id),
    );
    return rows.map((row) => ({ customerName: names.get(row.customer_id) ?? '' }));
  },
});

export async function readFigures(
  ctx: Ctx,
  { deductionId, cardId }: QueryOf<typeof figuresEndpoint>,
): Promise<AnswerOf<typeof figuresEndpoint>> {
  await deductionOf(ctx, deductionId);
  const rows = await beyond(ctx)
    .selectFrom('deductions.figure')
    .selectAll()
    .where('deduction_id', '=', deductionId)
    .where('card_id', '=', cardId)
    .orderBy('id', 'desc')
    .limit(MOST_FIGURES + 1)
    .execute();
  if (rows.length === 0) throw new Refused(deductionNotFound);
  return {
    figures: rows.slice(0, MOST_FIGURES).map((row) => ({
      at: row.at.toISOString(),
      day: row.day,
      source: row.source,
      before: row.before,
      after: row.after,
      bytes: row.bytes,
      chargedBytes: row.charged,
      revision: row.revision,
    })),
    isPartial: rows.length > MOST_FIGURES,
  };
}
