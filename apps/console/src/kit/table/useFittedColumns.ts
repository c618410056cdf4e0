import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { fitted, type WideColumn } from './columnWidths.ts';

/** How wide the content of each column in sight is: the browser lays the table out by its content for a moment. */
function contentWidths(table: HTMLTableElement): number[] {
  const columns = [...table.querySelectorAll<HTMLElement>('colgroup > col')];
  const given = columns.map(({ style }) => style.width);
  const { minWidth } = table.style;
  for (const { style } of columns) style.width = '';
  Object.assign(table.style, { tableLayout: 'auto', width: 'max-content', minWidth: '' });
  const widths = [...table.querySelectorAll<HTMLElement>('thead th:not(.tick)')].map((head) =>
    Math.ceil(head.getBoundingClientRect().width),
  );
  Object.assign(table.style, { tableLayout: '', width: '', minWidth });
  columns.forEach(({ style }, at) => {
    style.width = given[at] ?? '';
  });
  return widths;
}

/**
 * The columns as wide as what they show, up to their bounds: no number and no status is cut. A column never becomes
 * narrower while its list is open, so that turning pages moves nothing. `shown` identifies the rendered rows.
 */
export function useFittedColumns<C extends WideColumn>(
  view: RefObject<HTMLElement | null>,
  columns: readonly C[],
  rows: readonly unknown[],
  shown: number,
): readonly C[] {
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(() => new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` says that other rows are rendered
  useLayoutEffect(() => {
    const table = view.current?.querySelector('table');
    // A hidden kept-alive screen has no size.
    if (!table || rows.length === 0 || table.offsetWidth === 0) return;
    const { scrollLeft } = view.current as HTMLElement;
    const found = contentWidths(table);
    // A table that is narrower for a moment scrolls back; without this, each refresh would move what is read.
    (view.current as HTMLElement).scrollLeft = scrollLeft;
    setWidths((before) => {
      const grown = columns.flatMap((column, at) => {
        const width = found[at] ?? 0;
        return width > (before.get(column.key) ?? 0) ? [[column.key, width] as const] : [];
      });
      return grown.length === 0 ? before : new Map([...before, ...grown]);
    });
  }, [view, columns, rows, shown]);
  const shownColumns = useMemo(() => fitted(columns, widths), [columns, widths]);
  // A heading reached by keys stays in sight when columns before it grow.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths have changed
  useLayoutEffect(() => {
    view.current?.querySelector('th :focus')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [view, shownColumns]);
  return shownColumns;
}
