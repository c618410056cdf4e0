import type { ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type Dataset, PAGING } from '../dataset.ts';

/** Rows passed over in a tenth of a second if each is read from its table, … */
export const NEAR_ROWS = 10_000;
/** … and if an index holds all that is asked of them. */
export const HELD_ROWS = 400_000;
/** A list of no more rows is offered whole in any order. */
export const WHOLE_ROWS = 25_000;

/** How many rows of a long list are offered by page number in this order and within these filters. */
export function reachOf({ heldOrders }: Dataset, asked: ListQuery, sort: string): number {
  if (!heldOrders) return Number.POSITIVE_INFINITY;
  const { orders, filters } = heldOrders;
  const isHeld = (key: string) => PAGING.has(key) || asked[key] === undefined || filters.has(key);
  return orders.has(sort.replace(/^-/, '')) && Object.keys(asked).every(isHeld) ? HELD_ROWS : NEAR_ROWS;
}

/** The last page that is offered by its number; undefined: all are. */
export const farthestPage = (reach: number, total: number, pageSize: number): number | undefined =>
  total > Math.max(reach, WHOLE_ROWS) ? reach / pageSize : undefined;

export const refusedFarPage = (farthest: number) =>
  new Refused(invalid, {}, [
    {
      field: 'pageNum',
      text: text(
        '按此排序只提供前 {n} 页；请筛选、倒序或使用 cursor 翻页',
        'Only the first {n} pages are offered in this order. Filter, reverse the order, or continue by cursor.',
      ),
      facts: { n: farthest },
    },
  ]);
