import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TableSkeleton } from '@cardinal/ui/States.tsx';
import type { Density } from '@cardinal/ui/theme.ts';
import {
  type CSSProperties,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { usePrinting } from '../../shell/printing.ts';
import type { SortOrder } from '../listState.ts';
import { folded, pins, roomy, samePlaces, TICK_WIDTH, widthOfAll } from './columnWidths.ts';
import { cellClass, HeadCell } from './HeadCell.tsx';
import { isSelected, pageTick, rangeOf, type Selection, select } from './selection.ts';
import { useFittedColumns } from './useFittedColumns.ts';
import { ROW_HEIGHT, VIRTUAL_FROM, visibleRows } from './visibleRows.ts';
import { walkTicks } from './walkTicks.ts';
import './table.css';

export const TICKS = {
  page: text('选择本页', 'Select this page'),
  row: text('选择 {name}', 'Select {name}'),
};

export type TableColumn<Row> = {
  readonly key: string;
  readonly title: string;
  /** In pixels, until its content is known; where its title needs more, that. */
  readonly width: number;
  /** Wider content is cut; without it never. */
  readonly most?: number | undefined;
  readonly isNumeric?: boolean;
  /** Stays in sight while the table scrolls sideways. */
  readonly pinned?: 'left' | 'right';
  readonly canSort?: boolean;
  readonly help?: string | undefined;
  /** What it is where rows are cards: the status on their first line; a fact, alone or with its title; left out at first. */
  readonly onCard?: 'status' | 'fact' | 'titled' | 'spare';
  readonly cell: (row: Row) => ReactNode;
};

export type TableProps<Row> = {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** The accessible name of a row's checkbox. */
  readonly rowName?: (row: Row) => string;
  readonly density?: Density;
  readonly isBusy?: boolean;
  /** At most 480 px high; unless said it takes the room its place has. */
  readonly isCapped?: boolean;
  /** Identifies what is shown: when it changes, the table scrolls to its top. */
  readonly page?: string;
  readonly orderOf?: (key: string) => SortOrder;
  readonly onSort?: (key: string) => void;
  /** A column's head was dragged to another's place. Pinned ones stay where they are. */
  readonly onMove?: ((key: string, to: string) => void) | undefined;
  readonly selection?: Selection;
  readonly onSelect?: (selection: Selection) => void;
  /** Sums under the columns they belong to. */
  readonly summary?: Readonly<Record<string, ReactNode>> | undefined;
  readonly empty?: ReactNode;
};

type RowProps<Row> = {
  row: Row;
  /** Its index in the whole table, for screen readers that hear only the rendered rows. */
  index: number;
  columns: readonly TableColumn<Row>[];
  places: Map<string, CSSProperties>;
  tick:
    | {
        id: string;
        isPicked: boolean;
        name: string;
        onTick: (id: string, isPicked: boolean, withShift: boolean) => void;
      }
    | undefined;
};

function TableRow<Row>(props: RowProps<Row>) {
  const { row, columns, places, tick } = props;
  return (
    <tr className={tick?.isPicked ? 'is-picked' : undefined} aria-rowindex={props.index}>
      {tick ? (
        <td className="tick is-pinned is-pinned-left" style={{ left: 0 }}>
          <input
            type="checkbox"
            aria-label={tick.name}
            checked={tick.isPicked}
            onChange={(event) =>
              tick.onTick(tick.id, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)
            }
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)} style={places.get(column.key)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
/** A row is drawn again only when it, its columns or its tick have changed. */
const SteadyRow = memo(TableRow, (before, after) => {
  return (
    before.row === after.row &&
    before.index === after.index &&
    before.columns === after.columns &&
    before.places === after.places &&
    before.tick?.isPicked === after.tick?.isPicked &&
    before.tick?.onTick === after.tick?.onTick
  );
}) as typeof TableRow;

/** A truncated cell shows its text on hover; cells with their own tooltip are left alone. */
function tellCut(target: Element) {
  const cell = target.closest('td');
  if (!cell || cell.querySelector('[title]')) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}

/** On which sides there is more to see: pinned columns throw a shadow there. */
function tellEdges(view: HTMLElement) {
  view.toggleAttribute('data-before', view.scrollLeft > 0);
  view.toggleAttribute('data-behind', view.scrollLeft + view.clientWidth < view.scrollWidth - 1);
}

/**
 * What the browser does not do by itself when the focus moves by keys: to a pinned cell, which is always visible, the row is
 * scrolled to its start; what lies within the view, but under a pinned column, is scrolled to beside it.
 */
function keepInSight(view: HTMLElement, focused: Element) {
  if (focused === view || !focused.matches(':focus-visible')) return;
  if (focused.closest('.is-pinned-left')) view.scrollLeft = 0;
  else focused.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** The height of rows that are not rendered. */
function Room(props: { height: number; columns: number }) {
  if (props.height <= 0) return null;
  return (
    <tr>
      <td className="table-room" colSpan={props.columns + 1} style={{ height: props.height }} />
    </tr>
  );
}

// A phone alone waits for it.
const CardRows = lazy(() => import('./CardRows.tsx')) as unknown as typeof import('./CardRows.tsx').default;
/** Where the view is narrower, in pixels, rows are cards. */
const NARROW = 560;
const NONE: readonly never[] = [];

/** A table: sticky header, pinned columns, checkboxes with Shift, sums; from 50 rows on only visible ones are rendered. Narrow, it is a list of cards. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { rows, selection, onSelect, rowId } = props;
  const isPrinting = usePrinting();
  const sorts = props.onSort !== undefined;
  const hasTicks = selection !== undefined && onSelect !== undefined && !isPrinting;
  // Nothing is clicked on paper.
  const given = useMemo(
    () => (isPrinting ? props.columns.filter(({ pinned }) => pinned !== 'right') : props.columns),
    [isPrinting, props.columns],
  );
  const [scroll, setScroll] = useState({ top: 0, height: 800, width: 0 });
  const t = useText();
  const view = useRef<HTMLElement>(null);
  const lastTicked = useRef<string>(undefined);
  const rowHeight = ROW_HEIGHT[props.density ?? 'default'];
  const page = rows.map(rowId);
  const window = visibleRows(rows.length, rowHeight, scroll.top, isPrinting ? rows.length * rowHeight : scroll.height);
  const isNarrow = !isPrinting && scroll.width > 0 && scroll.width < NARROW;
  // Rows measured together: not anew with each row that scrolls into sight. Cards have no columns to measure.
  const shown = isNarrow ? -1 : Math.floor(window.from / VIRTUAL_FROM);
  const fit = useFittedColumns(view, given, isPrinting ? NONE : rows, shown);
  const columns = useMemo(
    () => folded(roomy(fit, sorts), scroll.width - (hasTicks ? TICK_WIDTH : 0)),
    [fit, sorts, scroll.width, hasTicks],
  );
  // The same map while nothing pinned moves: other widths do not draw the rows again.
  const wanted = pins(columns, hasTicks);
  const [places, setPlaces] = useState(wanted);
  if (!samePlaces(places, wanted)) setPlaces(wanted);

  useLayoutEffect(() => {
    const element = view.current;
    if (!element) return;
    const measure = () => {
      const { clientHeight: height, clientWidth: width } = element;
      // A hidden kept-alive screen has no size; it returns with the one it had.
      if (width === 0) return;
      setScroll((before) =>
        before.height === height && before.width === width ? before : { ...before, height, width },
      );
      tellEdges(element);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // A new page starts at its top. A kept-alive screen returns to its scroll position, which the browser forgets for hidden
  // elements.
  const place = useRef({ rows, top: 0 });
  useLayoutEffect(() => {
    if (place.current.rows !== rows) place.current = { rows, top: 0 };
    view.current?.scrollTo({ top: place.current.top });
  }, [rows]);

  const current = useRef({ page, selection, onSelect });
  current.current = { page, selection, onSelect };
  const [onTick] = useState(() => (id: string, isPicked: boolean, withShift: boolean) => {
    const now = current.current;
    if (!now.selection) return;
    const ids = withShift ? rangeOf(now.page, lastTicked.current, id) : [id];
    lastTicked.current = id;
    now.onSelect?.(select(now.selection, ids, isPicked, now.page));
  });
  const ticked = selection ? pageTick(selection, page) : 'none';
  const total = widthOfAll(columns) + (hasTicks ? TICK_WIDTH : 0);
  // A focused element is scrolled out from under the pinned columns (table.css).
  const pinnedWidth = (side: 'left' | 'right') => widthOfAll(columns.filter(({ pinned }) => pinned === side));
  const pinned = {
    '--pinned-left': `${pinnedWidth('left') + (hasTicks ? TICK_WIDTH : 0)}px`,
    '--pinned-right': `${pinnedWidth('right')}px`,
  } as CSSProperties;
  useLayoutEffect(() => {
    if (view.current && total > 0) tellEdges(view.current);
  }, [total]);

  return (
    <section
      ref={view}
      className={classNames(
        !isNarrow ? 'table-view' : props.isCapped && 'scroll',
        props.isBusy && 'is-busy',
        props.isCapped && 'height-l',
      )}
      style={pinned}
      onFocus={(event) => keepInSight(event.currentTarget, event.target)}
      onKeyDown={walkTicks}
      onScroll={(event) => {
        const { scrollTop, clientHeight } = event.currentTarget;
        tellEdges(event.currentTarget);
        if (clientHeight > 0) place.current.top = scrollTop;
        if (rows.length >= VIRTUAL_FROM) setScroll((before) => ({ ...before, top: scrollTop, height: clientHeight }));
      }}
      onPointerOver={(event) => event.target instanceof Element && tellCut(event.target)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={props.label}
    >
      {isNarrow ? (
        <Suspense fallback={<TableSkeleton columns={2} />}>
          <CardRows {...props} page={page} onTick={onTick} />
        </Suspense>
      ) : (
        <table
          className={classNames('table', props.density === 'compact' && 'is-compact')}
          style={isPrinting ? { tableLayout: 'auto' } : { minWidth: total }}
          aria-busy={props.isBusy}
          aria-rowcount={rows.length + 1}
        >
          <colgroup>
            {hasTicks ? <col style={{ width: TICK_WIDTH }} /> : null}
            {columns.map((column) => (
              <col key={column.key} style={isPrinting ? undefined : { width: column.width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {hasTicks ? (
                <th scope="col" className="tick is-pinned is-pinned-left" style={{ left: 0 }}>
                  <input
                    type="checkbox"
                    aria-label={t(TICKS.page)}
                    checked={ticked === 'all'}
                    disabled={rows.length === 0}
                    ref={(input) => {
                      if (input) input.indeterminate = ticked === 'some';
                    }}
                    onChange={(event) => onSelect(select(selection, page, event.target.checked, page))}
                  />
                </th>
              ) : null}
              {columns.map((column) => (
                <HeadCell
                  key={column.key}
                  column={column}
                  order={props.orderOf?.(column.key)}
                  style={places.get(column.key)}
                  onSort={props.onSort}
                  onMove={props.onMove}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            <Room height={window.above} columns={columns.length} />
            {rows.slice(window.from, window.to).map((row, at) => {
              const id = rowId(row);
              return (
                <SteadyRow
                  key={id}
                  row={row}
                  index={window.from + at + 2}
                  columns={props.columns}
                  places={places}
                  tick={
                    hasTicks
                      ? {
                          id,
                          isPicked: isSelected(selection, id),
                          name: t(TICKS.row, { name: props.rowName?.(row) ?? id }),
                          onTick,
                        }
                      : undefined
                  }
                />
              );
            })}
            <Room height={window.below} columns={columns.length} />
          </tbody>
          {props.summary && rows.length > 0 ? (
            <tfoot>
              <tr>
                {hasTicks ? <td className="tick table-sum is-pinned is-pinned-left" style={{ left: 0 }} /> : null}
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={classNames('table-sum', cellClass(column))}
                    style={places.get(column.key)}
                  >
                    {props.summary?.[column.key]}
                  </td>
                ))}
              </tr>
            </tfoot>
          ) : null}
        </table>
      )}
      {rows.length === 0 ? props.empty : null}
    </section>
  );
}
