import { periodTooLong } from '@cardinal/contract/api/tasks.ts';
import type { ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';

const MONTHS = 3;
const LONGEST_MS = (MONTHS * 31 + 1) * 86_400_000;

/** Refuses a list's query whose period in one of these fields is longer than three months. */
export function refuseLongPeriods(asked: ListQuery, fields: readonly string[]): void {
  for (const name of fields) {
    const [from, to] = [asked[`${name}From`], asked[`${name}To`]];
    if (typeof from !== 'string' || typeof to !== 'string') continue;
    if (Date.parse(to) - Date.parse(from) > LONGEST_MS) throw new Refused(periodTooLong, { months: MONTHS });
  }
}
