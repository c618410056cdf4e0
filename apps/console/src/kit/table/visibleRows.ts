/** From this many rows on only visible ones are rendered. */
export const VIRTUAL_FROM = 50;
/** Rows rendered above and below the view, so that fast scrolling shows no gap. */
const MARGIN_ROWS = 10;

/** In pixels, as in table.css. 18 rows of the default fit a screen of 1440 × 900. */
export const ROW_HEIGHT = { default: 32, compact: 28 } as const;

export type RowWindow = { readonly from: number; readonly to: number; readonly above: number; readonly below: number };

/** Which rows are rendered, and how much height the others take above and below. */
export function visibleRows(count: number, rowHeight: number, scrollTop: number, viewHeight: number): RowWindow {
  if (count < VIRTUAL_FROM) return { from: 0, to: count, above: 0, below: 0 };
  const first = Math.floor(scrollTop / rowHeight);
  const inSight = Math.ceil(viewHeight / rowHeight);
  const from = Math.max(0, Math.min(first, count) - MARGIN_ROWS);
  const to = Math.min(count, first + inSight + MARGIN_ROWS);
  return { from, to, above: from * rowHeight, below: (count - to) * rowHeight };
}
