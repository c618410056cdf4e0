import type { ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { periodTooLong } from '@cardinal/contract/framework/standardRefusals.ts';

const MONTHS = 3;
/** Any three months and the rest of a day. */
const LONGEST_MS = (MONTHS * 31 + 1) * 86_400_000;

/** Refuses a range of more than three months in one of these fields; a range open at one end is allowed. */
export function refuseLongPeriods(asked: ListQuery, fields: readonly string[]): void {
  for (const name of fields) {
    const [from, to] = [asked[`${name}From`], asked[`${name}To`]];
    if (typeof from !== 'string' || typeof to !== 'string') continue;
    if (Date.parse(to) - Date.parse(from) > LONGEST_MS) throw new Refused(periodTooLong, { months: MONTHS });
  }
}
