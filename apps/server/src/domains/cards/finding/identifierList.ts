import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { identifierListRule, identifiersOf } from '@cardinal/primitives/identifierList.ts';

/** The whole numbers a card is found by. */
export const NUMBERS = ['iccid', 'business_number', 'mapping_number', 'imsi', 'imei', 'eid'] as const;
export type NumberColumn = (typeof NUMBERS)[number];

/** The card column of each identifier kind. */
const COLUMNS: Readonly<Record<number, NumberColumn>> = {
  1: 'iccid',
  2: 'business_number',
  3: 'mapping_number',
  4: 'imei',
  5: 'imsi',
  6: 'eid',
};

/**
 * Reads a pasted list without duplicates; invalid entries are refused with their positions. No column: numbers of any kinds
 * together.
 */
export function readIdentifierList(
  kind: number,
  typed: string,
  field = 'identifiers',
): { column: NumberColumn | undefined; values: string[] } {
  const found = identifierListRule(kind)(typed);
  if (found) throw new Refused(invalid, {}, [{ field, ...found }]);
  return { column: COLUMNS[kind], values: [...new Set(identifiersOf(typed, kind))] };
}

/** A 19-digit ICCID means a 19-digit card as well as the 20-digit one with its check digit. */
export const bothForms = (values: readonly string[]): string[] =>
  values.flatMap((value) => (/^\d{19}$/.test(value) ? [value, withCheckDigit(value)] : [value]));
