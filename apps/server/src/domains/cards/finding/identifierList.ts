import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { identifierListRule, identifiersOf } from '@cardinal/primitives/identifierList.ts';

/** The column of each kind of identifier. */
const COLUMNS: Readonly<Record<number, string>> = {
  1: 'iccid',
  2: 'business_number',
  3: 'mapping_number',
  4: 'imei',
  5: 'imsi',
  6: 'eid',
};

/** Reads a pasted list of one kind, without repeats; refuses it with the positions of what is no such number. */
export function readIdentifierList(
  kind: number,
  typed: string,
  field = 'identifiers',
): { column: string; values: string[] } {
  const found = identifierListRule(kind)(typed);
  if (found) throw new Refused(invalid, {}, [{ field, ...found }]);
  return { column: COLUMNS[kind] ?? 'iccid', values: [...new Set(identifiersOf(typed))] };
}

/** A 19-digit ICCID means the card whose twentieth digit checks it, as well as a card of 19. */
export const bothForms = (values: readonly string[]): string[] =>
  values.flatMap((value) => (/^\d{19}$/.test(value) ? [value, withCheckDigit(value)] : [value]));
