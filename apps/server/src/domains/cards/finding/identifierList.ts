import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { normalIccid, withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { cleanList, itemsOf, LIST_MAX, NUMBER_LIST_MAX } from '@cardinal/primitives/list.ts';
import { text } from '@cardinal/primitives/text.ts';

/** Column and most items of each kind of identifier: a thousand for ICCID and EID, a hundred for the others. */
const KINDS: Readonly<Record<number, { column: string; most: number }>> = {
  1: { column: 'iccid', most: NUMBER_LIST_MAX },
  2: { column: 'business_number', most: LIST_MAX },
  3: { column: 'mapping_number', most: LIST_MAX },
  4: { column: 'imei', most: LIST_MAX },
  5: { column: 'imsi', most: LIST_MAX },
  6: { column: 'eid', most: NUMBER_LIST_MAX },
};

/** Reads a pasted list of one kind: cleaned, without repeats, never empty, never over the kind's limit. */
export function readIdentifierList(
  kind: number,
  typed: string,
  field = 'identifiers',
): { column: string; values: string[] } {
  const { column, most } = KINDS[kind] ?? { column: 'iccid', most: NUMBER_LIST_MAX };
  const values = [...new Set(itemsOf(cleanList(typed)).map(normalIccid))];
  if (values.length === 0) {
    throw new Refused(invalid, {}, [{ field, text: text('请输入卡号', 'Enter card numbers') }]);
  }
  if (values.length > most) {
    throw new Refused(invalid, {}, [
      {
        field,
        text: text('最多 {most} 个，当前 {count} 个', 'At most {most} {most|item|items}, these are {count}'),
        facts: { most, count: values.length },
      },
    ]);
  }
  return { column, values };
}

/** A 19-digit ICCID means the card whose twentieth digit checks it, as well as a card of 19. */
export const bothForms = (values: readonly string[]): string[] =>
  values.flatMap((value) => (/^\d{19}$/.test(value) ? [value, withCheckDigit(value)] : [value]));
