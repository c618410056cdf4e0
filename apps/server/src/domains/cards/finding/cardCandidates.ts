import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { withStatementTimeout } from '../../../framework/withStatementTimeout.ts';
import { holdsFragment, holdsIn } from './cardFragment.ts';
import type { NumberColumn } from './identifierList.ts';
import { kindOf } from './searchInput.ts';
import { hasNumber, numbersFoundBy } from './wholeNumbers.ts';

/**
 * Up to this many matches are passed on as ids; a condition with more matches does not narrow a list enough to be resolved
 * first.
 */
const FEW = 1_000;
/** Time limit for finding out whether there are few matches. */
const WAIT_LIMIT_MS = 40;

/**
 * Replaces a condition by the ids of its cards if they are few. Rows, total and figures then read only these, and the fragment
 * index is scanned once instead of three times.
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
 * The cards that have exactly this number; an ICCID also without its check digit. A whole number means those cards, even if a
 * longer number happens to contain it.
 */
export function whole(number: string, among: readonly NumberColumn[]): RawBuilder<SqlBool> | undefined {
  switch (kindOf(number)) {
    case 'iccid':
      return sql<SqlBool>`c.iccid like ${`${number}%`}`;
    case 'eid':
    case 'imsi':
    case 'imei':
    case 'number':
      return hasNumber([number], among);
    default:
      return undefined;
  }
}

/**
 * Cards of the caller's scope with the fragment in any identifier. A whole number is looked up in the indexes of whole numbers
 * first, and searched for within longer ones only if no card has it.
 */
export async function holding(ctx: Ctx, typed: string): Promise<RawBuilder<SqlBool>> {
  const number = typed.toUpperCase();
  const among = await numbersFoundBy(ctx);
  const having = whole(number, among);
  if (having) {
    const one = await ctx.db.selectFrom('cards.card as c').select('c.id').where(having).limit(1).executeTakeFirst();
    if (one) return having;
  }
  return settled(ctx, holdsFragment(number, among));
}

/** The same within one identifier. */
export const holdingIn = (ctx: Ctx, column: RawBuilder<unknown>, typed: string): Promise<RawBuilder<SqlBool>> =>
  settled(ctx, holdsIn(column, typed));

/** The same with a longer time limit: for remarks the index has to collect all matching cards before it returns the first. */
async function settledSoon(ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<RawBuilder<SqlBool>> {
  if (ctx.db.isTransaction) return settled(ctx, condition);
  return (await withStatementTimeout(ctx, WAIT_LIMIT_MS, (inside) => settled(inside, condition))) ?? condition;
}

/**
 * Remarks that contain the words, ignoring case. The bigram index supports two characters, the length of most Chinese words; a
 * single character is searched card by card.
 */
export function remarked(ctx: Ctx, typed: string): RawBuilder<SqlBool> | Promise<RawBuilder<SqlBool>> {
  const having = (condition: RawBuilder<unknown>) => sql<SqlBool>`exists (
    select from cards.card_remark r where r.card_id = c.id and r.remark ilike ${likeContains(typed)} ${condition})`;
  if ([...typed].length < 2) return having(sql``);
  return settledSoon(ctx, having(sql`and cards.letter_pairs(r.remark) @> cards.letter_pairs(${typed})`));
}
