import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { withStatementTimeout } from '../../../framework/withStatementTimeout.ts';
import { holdsFragment, holdsIn } from './cardFragment.ts';
import { kindOf } from './searchInput.ts';
import { hasNumber } from './wholeNumbers.ts';

/** So many cards are asked for by their ids; what more cards hold narrows a list too little to be looked up first. */
const FEW = 1_000;
/** So long it is tried to find out whether they are few. */
const PATIENCE_MS = 40;

/**
 * The condition as the cards that meet it, where they are few: rows, total and figures then look into these alone, and the
 * index of fragments is read once, not for each of them.
 */
async function settled(ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<RawBuilder<SqlBool>> {
  const found = await ctx.db
    .selectFrom('cards.card as c')
    .select('c.id')
    .where(condition)
    .limit(FEW + 1)
    .execute();
  return found.length > FEW ? condition : sql<SqlBool>`c.id = any(${found.map(({ id }) => id)}::bigint[])`;
}

/**
 * The cards that have this number whole, where it is written as one; an ICCID is whole without its check digit too. Whoever
 * types it means those, even where a longer number holds the same digits by chance.
 */
export function whole(number: string): RawBuilder<SqlBool> | undefined {
  switch (kindOf(number)) {
    case 'iccid':
      return sql<SqlBool>`c.iccid like ${`${number}%`}`;
    case 'eid':
    case 'imsi':
    case 'imei':
    case 'number':
      return hasNumber([number]);
    default:
      return undefined;
  }
}

/**
 * Cards of the caller's scope that hold the fragment in any identifier. A whole number is looked up in the indexes of whole
 * numbers; only when no card has it is it looked for within longer ones.
 */
export async function holding(ctx: Ctx, typed: string): Promise<RawBuilder<SqlBool>> {
  const number = typed.toUpperCase();
  const having = whole(number);
  if (having) {
    const one = await ctx.db.selectFrom('cards.card as c').select('c.id').where(having).limit(1).executeTakeFirst();
    if (one) return having;
  }
  return settled(ctx, holdsFragment(number));
}

/** The same within one identifier. */
export const holdingIn = (ctx: Ctx, column: RawBuilder<unknown>, typed: string): Promise<RawBuilder<SqlBool>> =>
  settled(ctx, holdsIn(column, typed));

/** The same where it takes a moment: of words in millions of remarks the index names every card before the first is seen. */
async function settledSoon(ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<RawBuilder<SqlBool>> {
  if (ctx.db.isTransaction) return settled(ctx, condition);
  return (await withStatementTimeout(ctx, PATIENCE_MS, (inside) => settled(inside, condition))) ?? condition;
}

/**
 * Remarks that hold the words, in letters of either case. The index of pairs finds two characters too, which is what most
 * Chinese words have; a single one is looked for card by card.
 */
export function remarked(ctx: Ctx, typed: string): RawBuilder<SqlBool> | Promise<RawBuilder<SqlBool>> {
  const having = (condition: RawBuilder<unknown>) => sql<SqlBool>`exists (
    select from cards.card_remark r where r.card_id = c.id and r.remark ilike ${likeContains(typed)} ${condition})`;
  if ([...typed].length < 2) return having(sql``);
  return settledSoon(ctx, having(sql`and cards.letter_pairs(r.remark) @> cards.letter_pairs(${typed})`));
}
