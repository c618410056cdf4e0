import type { ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type Dataset, PAGING } from '../dataset.ts';

/** Rows that may be passed over if each of them is read from its table: a tenth of a second. */
export const NEAR_ROWS = 10_000;
/** A list of no more rows is offered whole. */
export const WHOLE_ROWS = 25_000;

/** Whether this order, within these filters, has pages that would take long to reach. */
export function hasFarPages({ quickAnywhere }: Dataset, asked: ListQuery, sort: string): boolean {
  if (!quickAnywhere) return false;
  const { orders, filters } = quickAnywhere;
  const isHeld = (key: string) => PAGING.has(key) || asked[key] === undefined || filters.has(key);
  return !orders.has(sort.replace(/^-/, '')) || !Object.keys(asked).every(isHeld);
}

/** The last page that is offered by its number. */
export const farthestPage = (pageSize: number): number => NEAR_ROWS / pageSize;

export const refusedFarPage = (pageSize: number) =>
  new Refused(invalid, {}, [
    {
      field: 'pageNum',
      text: text(
        '按此排序只提供前 {n} 页；请筛选、倒序或使用 cursor 翻页',
        'Only the first {n} pages are offered in this order. Filter, reverse the order, or continue by cursor.',
      ),
      facts: { n: farthestPage(pageSize) },
    },
  ]);
