import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { identifierListRule, identifiersOf } from '@cardinal/primitives/identifierList.ts';

/** The card column of each identifier kind. */
const COLUMNS: Readonly<Record<number, string>> = {
  1: 'iccid',
  2: 'business_number',
  3: 'mapping_number',
  4: 'imei',
  5: 'imsi',
  6: 'eid',
};

/** Reads a pasted list of one kind without duplicates; invalid entries are refused with their positions. */
export function readIdentifierList(
  kind: number,
  typed: string,
  field = 'identifiers',
): { column: string; values: string[] } {
  const found = identifierListRule(kind)(typed);
  if (found) throw new Refused(invalid, {}, [{ field, ...found }]);
  return { column: COLUMNS[kind] ?? 'iccid', values: [...new Set(identifiersOf(typed))] };
}

/** A 19-digit ICCID means a 19-digit card as well as the 20-digit one with its check digit. */
export const bothForms = (values: readonly string[]): string[] =>
  values.flatMap((value) => (/^\d{19}$/.test(value) ? [value, withCheckDigit(value)] : [value]));
