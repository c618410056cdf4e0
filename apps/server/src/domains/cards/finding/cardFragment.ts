import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { likeContains } from '../../../framework/likeContains.ts';

/** Letters and digits that may occur anywhere in an identifier; fewer than four would match half the cards. */
export const isFragment = (typed: string): boolean => /^[0-9A-Za-z]{4,64}$/.test(typed);

/** A fragment in one identifier of card `c`; the common fragment index preselects the few cards to check. */
export function holdsIn(column: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const inColumn = sql<SqlBool>`upper(${column}) like ${likeContains(typed.toUpperCase())}`;
  return isFragment(typed) ? sql<SqlBool>`(${holdsFragment(typed)} and ${inColumn})` : inColumn;
}

/**
 * The identifiers of card `c` in one text. The expression must equal that of the index `card_fragment` to the letter.
 * Identifiers are separated by blanks, so that no fragment matches across two of them.
 */
const everyNumberLike = (pattern: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  c.iccid || ' ' || coalesce(c.business_number, '') || ' ' || coalesce(c.mapping_number, '') || ' ' ||
  coalesce(c.imsi, '') || ' ' || coalesce(c.imei, '') || ' ' || coalesce(c.eid, '')
) like ${pattern}`;

/** Any identifier of card `c` that contains the fragment. */
export const holdsFragment = (fragment: string): RawBuilder<SqlBool> => everyNumberLike(`%${fragment.toUpperCase()}%`);

/** Any identifier of card `c` that ends with the fragment; of an EID its last digits are not what people type. */
export const endsWithFragment = (fragment: string): RawBuilder<SqlBool> =>
  everyNumberLike(`%${fragment.toUpperCase()} %`);
