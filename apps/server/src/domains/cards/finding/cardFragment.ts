import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { likeContains } from '../../../framework/likeContains.ts';
import { NUMBERS, type NumberColumn } from './identifierList.ts';

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

/** In one of these identifiers alone, where the caller does not find by all; the common index preselects. */
const within = (
  condition: RawBuilder<SqlBool>,
  among: readonly NumberColumn[],
  pattern: string,
): RawBuilder<SqlBool> =>
  among.length === NUMBERS.length
    ? condition
    : sql<SqlBool>`(${condition} and (${sql.join(
        among.map((name) => sql`upper(c.${sql.ref(name)}) like ${pattern}`),
        sql` or `,
      )}))`;

/** Any of these identifiers of card `c` contains the fragment. */
export const holdsFragment = (fragment: string, among: readonly NumberColumn[] = NUMBERS): RawBuilder<SqlBool> => {
  const pattern = `%${fragment.toUpperCase()}%`;
  return within(everyNumberLike(pattern), among, pattern);
};

/** Any of these identifiers of card `c` ends with the fragment; of an EID its last digits are not what people type. */
export const endsWithFragment = (fragment: string, among: readonly NumberColumn[] = NUMBERS): RawBuilder<SqlBool> => {
  const end = fragment.toUpperCase();
  return within(everyNumberLike(`%${end} %`), among, `%${end}`);
};
