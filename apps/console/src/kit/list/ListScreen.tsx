import { type ListEndpoint, RECENT_DAYS, type RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { type Figure, FiguresSkeleton, FiguresStrip } from '@cardinal/ui/FiguresStrip.tsx';
import { ColumnsIcon, DensityIcon, RefreshIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '@cardinal/ui/States.tsx';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { isFailure } from '../../http/failure.ts';
import { usePlace } from '../../shell/screenContext.ts';
import { type BulkAction, BulkBar, type Picked } from '../bulk/BulkBar.tsx';
import { useExports } from '../export/useExports.tsx';
import { AppliedFilters, PrintedFilters } from '../filters/AppliedFilters.tsx';
import { allFilters, FilterForm, type FilterSpec, keysOf } from '../filters/FilterForm.tsx';
import { useInTab } from '../inTab.ts';
import { type Filters, orderOf, readListState, writeListState } from '../listState.ts';
import { useDensity, usePreference } from '../preferences.ts';
import type { Looks } from '../table/cells.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { Pagination } from '../table/Pagination.tsx';
import type { RowAction } from '../table/RowActions.tsx';
import { NOTHING, type Selection } from '../table/selection.ts';
import { arranged, choiceOf, columnChoiceSchema, isShown, movedTo } from './columnChoice.ts';
import { actionsColumn, type ColumnSpec, readyColumns, sharedCurrency } from './columns.tsx';
import { type BuiltInView, SavedViews } from './SavedViews.tsx';
import { type PageOf, useList } from './useList.ts';
import './list.css';

const ColumnSettings = lazy(() => import('./ColumnSettings.tsx'));

const words = {
  toCompact: text('紧凑显示', 'Compact rows'),
  toDefault: text('默认行高', 'Default rows'),
  figures: text('概览', 'Figures'),
  noneFound: text('没有符合条件的数据', 'Nothing matches'),
  noneFoundHint: text('放宽或清空筛选条件再试。', 'Widen or clear the filters.'),
  clear: text('清空条件', 'Clear filters'),
  none: text('暂无数据', 'No data yet'),
  noneLately: text('近 {n} 天没有数据', 'Nothing in the last {n} days'),
  allTime: text('查看全部时间', 'Show all time'),
  failed: text('数据加载失败', 'Failed to load the list'),
  failedHint: text('{reason}。筛选条件已保留。', '{reason}. Your filters are kept.'),
  rows: text('条', '{n|row|rows}'),
};

export type ListScreenProps<E extends ListEndpoint> = {
  readonly list: E;
  readonly columns: readonly ColumnSpec<E>[];
  /** Rows that change by themselves soon: the list follows them while one is shown. */
  readonly isMoving?: (row: RowOf<E>) => boolean;
  /** The key of a row; `id` by default. */
  readonly rowId?: (row: RowOf<E>) => string;
  readonly rowName?: (row: RowOf<E>) => string;
  /** By default the route's title. */
  readonly title?: Text;
  /** The name under which columns and views are stored; the list's own unless two screens show one list. */
  readonly name?: string;
  /** The default columns of an account without its own arrangement; the columns' own defaults where none is named. */
  readonly wantedColumns?: readonly string[] | undefined;
  /** In this order; by default all that the fields offer. */
  readonly filters?: readonly FilterSpec[];
  /** The query key of the free search. */
  readonly search?: { readonly key: string; readonly label: Text };
  /** Labels of query keys that belong to no field and have no control, such as one that a figure sets. */
  readonly filterNames?: Readonly<Record<string, Text>>;
  /** Query keys that the notice shows itself. */
  readonly shownElsewhere?: readonly string[];
  /** Fixed filters of the screen. */
  readonly fixed?: Filters;
  /** Those fixed filters that only affect the display: omitted from exports and from «all filtered». */
  readonly forTheEye?: readonly string[];
  readonly views?: readonly BuiltInView[];
  readonly looks?: Readonly<Record<string, Looks>>;
  /** Figures above the list from the answer's summary; a click on one sets its filters. */
  readonly figures?:
    | ((summary: PageOf<E>['summary'], pick: (filters: Filters) => void, filters: Filters) => readonly Figure[])
    | undefined;
  /** Sums under the columns. */
  readonly sums?: (page: PageOf<E>) => Readonly<Record<string, ReactNode>> | undefined;
  /** Buttons at the top right that create something. */
  readonly actions?: ReactNode;
  /** The rows of the page with those expanded under some of them. */
  readonly unfolded?: (rows: readonly RowOf<E>[]) => readonly RowOf<E>[];
  readonly rowActions?: (row: RowOf<E>) => readonly RowAction[];
  /** Minimum width of the actions column; its labels can make it wider. */
  readonly actionsWidth?: number;
  readonly bulk?: readonly BulkAction[];
  /** Hears what is ticked while it is, for a screen that shows beside the list what would become of it. */
  readonly onTick?: (picked: Picked | undefined) => void;
  /** A hook: why an action of `bulk` can be taken on none of the ticked rows, by key. */
  readonly useBulkReasons?: (ids: readonly string[]) => ReadonlyMap<string, string>;
  readonly empty?: { readonly title: Text; readonly hint?: Text; readonly action?: ReactNode };
  /** The unit counted in the batch bar: «张卡». */
  readonly unit?: Text;
  /** Content above figures and filters: a query form that fills the list. */
  readonly lead?: ReactNode;
  /** Content between the filters and the table. */
  readonly notice?: ReactNode;
};

const ownId = (row: unknown): string => String((row as { id?: unknown }).id);
const NO_LOOKS = {};
const NO_VIEWS: readonly BuiltInView[] = [];
const NO_NAMES = {};
const NO_KEYS: readonly string[] = [];
const NO_ROWS: readonly unknown[] = [];

/** Columns or filters, without those of fields that are kept from the caller. */
const withoutFields = <S,>(specs: readonly S[], hidden: readonly string[]): readonly S[] =>
  specs.filter((spec) => !hidden.includes(String((spec as { field?: string }).field ?? spec)));

/** A list screen, declared: filters, columns, address, views, selection and export follow from the list's fields. */
export function ListScreen<E extends ListEndpoint>(props: ListScreenProps<E>) {
  const { list, looks = NO_LOOKS, rowId = ownId, fixed, rowActions } = props;
  const t = useText();
  const place = usePlace();
  const isInTab = useInTab();
  const table = useList(list, { fixed, isMoving: props.isMoving });
  const [density, setDensity] = useDensity();
  const name = props.name ?? list.name;
  const [ownChoice, setChoice] = usePreference(`columns.${name}`, columnChoiceSchema.optional(), undefined);
  const [isArranging, setIsArranging] = useState(false);
  const [selection, setSelection] = useState<Selection>(NOTHING);

  const page = table.page as PageOf<E> | undefined;
  const hidden = page?.concealed ?? NO_KEYS;
  const specs = useMemo(() => withoutFields(props.columns, hidden), [props.columns, hidden]);
  const own = (page?.list ?? NO_ROWS) as unknown as readonly RowOf<E>[];
  const rows = props.unfolded?.(own) ?? own;
  const currency = sharedCurrency(rows as readonly object[]);
  const masked = page?.masked ?? NO_KEYS;
  const columns = useMemo(
    () =>
      readyColumns(list, specs, looks, t, currency).map((column) =>
        masked.includes(column.key) ? { ...column, canSort: false } : column,
      ),
    [list, specs, looks, t, currency, masked],
  );
  const { wantedColumns } = props;
  const choice = useMemo(
    () =>
      ownChoice ??
      (wantedColumns &&
        choiceOf(
          wantedColumns,
          columns.filter(({ pinned }) => pinned === undefined).map(({ key }) => key),
        )),
    [ownChoice, wantedColumns, columns],
  );
  const least = props.actionsWidth;
  const actions = useMemo(
    () => (rowActions ? actionsColumn(rowActions, rows, t, least) : []),
    [rowActions, rows, t, least],
  );
  const shown = useMemo(
    () => [...arranged(columns, choice).filter((column) => isShown(column, choice)), ...actions],
    [columns, choice, actions],
  );
  const moveColumn = (key: string, to: string) => {
    const next = movedTo(columns, choice, key, to);
    if (next) setChoice(next);
  };
  const filters = useMemo(
    () => withoutFields(props.filters ?? allFilters(list), hidden),
    [props.filters, list, hidden],
  );
  const { search, shownElsewhere = NO_KEYS } = props;
  const shownKeys = useMemo(
    () => [...keysOf(list, filters), ...(search ? [search.key] : []), ...shownElsewhere],
    [list, filters, search, shownElsewhere],
  );

  const { forTheEye = NO_KEYS } = props;
  const meant = Object.fromEntries(Object.entries(table.filtered).filter(([key]) => !forTheEye.includes(key)));
  const query = JSON.stringify(meant);
  const total = page?.total ?? 0;
  const tell = useEffectEvent((of: Selection) =>
    props.onTick?.(
      of.kind === 'filtered'
        ? { kind: 'filter', query: meant, count: total }
        : of.ids.size > 0
          ? { kind: 'ids', ids: [...of.ids], count: of.ids.size }
          : undefined,
    ),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the filters find is another selection
  useEffect(() => tell(selection), [selection, query, total]);
  const title = t(props.title ?? place.match.route.title);
  const hasFilters = Object.keys(table.state.filters).length > 0;
  const bulk = props.bulk ?? [];
  const exports = useExports(list, name, { ...table, filtered: meant }, shown);
  const figures = page && props.figures?.(page.summary, table.applyFilters, table.state.filters);
  const pickView = (query: string) => table.replace(readListState(list, new URLSearchParams(query)));

  const onAllTime = Object.keys(table.recent).length > 0 ? table.onAllTime : undefined;
  const empty = onAllTime ? (
    <EmptyState
      title={t(words.noneLately, { n: RECENT_DAYS })}
      hint={hasFilters ? t(words.noneFoundHint) : undefined}
      action={<Button onClick={onAllTime}>{t(words.allTime)}</Button>}
    />
  ) : hasFilters ? (
    <EmptyState
      title={t(words.noneFound)}
      hint={t(words.noneFoundHint)}
      action={<Button onClick={table.draft.reset}>{t(words.clear)}</Button>}
    />
  ) : (
    <EmptyState
      title={t(props.empty?.title ?? words.none)}
      hint={props.empty?.hint ? t(props.empty.hint) : undefined}
      action={props.empty?.action}
    />
  );

  return (
    <div className="list-screen">
      <div className="list-head">
        {isInTab ? <h2 className="only-heard">{title}</h2> : <h1>{title}</h1>}
        <SavedViews
          name={name}
          builtIn={props.views ?? NO_VIEWS}
          current={writeListState(list, { ...table.state, pageNum: 1 }).toString()}
          onPick={pickView}
        />
        <span className="list-space" />
        {exports.button}
        {props.actions}
        <span className="list-tools">
          <IconTool label={t(verbs.refresh)} onPick={table.refresh} icon={<RefreshIcon />} />
          <IconTool
            label={t(density === 'compact' ? words.toDefault : words.toCompact)}
            onPick={() => setDensity(density === 'compact' ? 'default' : 'compact')}
            icon={<DensityIcon />}
          />
          <IconTool label={t(nouns.columns)} onPick={() => setIsArranging(true)} icon={<ColumnsIcon />} />
        </span>
      </div>
      {props.lead}
      {figures ? <FiguresStrip figures={figures} label={t(words.figures)} isLoading={table.isChanging} /> : null}
      {props.figures && table.isLoading ? <FiguresSkeleton /> : null}
      <PrintedFilters
        list={list}
        views={props.views ?? NO_VIEWS}
        names={{ ...(search ? { [search.key]: search.label } : {}), ...props.filterNames }}
        filters={{ ...table.state.filters, ...table.recent }}
      />
      <FilterForm list={list} specs={filters} search={search} draft={table.draft} problems={table.problems} />
      <AppliedFilters
        list={list}
        draft={table.draft}
        shown={shownKeys}
        onAllTime={onAllTime}
        views={props.views ?? NO_VIEWS}
        names={props.filterNames ?? NO_NAMES}
      />
      {props.notice}
      {table.isLoading ? (
        <TableSkeleton columns={Math.min(shown.length, 8)} rows={16} />
      ) : table.failure && !page ? (
        <ErrorState
          title={t(words.failed)}
          hint={t(words.failedHint, { reason: table.failure.message })}
          requestId={isFailure(table.failure) ? table.failure.requestId : undefined}
          action={<Button onClick={table.refresh}>{t(verbs.retry)}</Button>}
        />
      ) : (
        <DataTable
          label={title}
          columns={shown}
          rows={rows}
          rowId={rowId}
          {...(props.rowName ? { rowName: props.rowName } : {})}
          density={density}
          isBusy={table.isChanging || table.draft.isChanged}
          page={writeListState(list, table.state).toString()}
          orderOf={(key) => orderOf(table.state.sort, key)}
          onSort={table.onSort}
          onMove={moveColumn}
          {...(bulk.length > 0 ? { selection, onSelect: setSelection } : {})}
          summary={page && props.sums?.(page)}
          empty={empty}
        />
      )}
      {page ? (
        <Pagination
          total={page.total}
          isEstimate={page.totalIsEstimate}
          pageNum={table.state.pageNum}
          pageSize={table.state.pageSize}
          farthest={page.farthestPage ? { page: page.farthestPage, onReverse: table.onReverse } : undefined}
          onPage={table.onPage}
          onPageSize={table.onPageSize}
        />
      ) : null}
      {bulk.length > 0 ? (
        <BulkBar
          actions={bulk}
          useReasons={props.useBulkReasons}
          selection={selection}
          onSelect={setSelection}
          total={page?.total ?? 0}
          isEstimate={page?.totalIsEstimate ?? false}
          pageIds={rows.map(rowId)}
          filters={meant}
          unit={props.unit ?? words.rows}
          onExport={exports.ticked}
        />
      ) : null}
      {exports.sheet}
      {isArranging ? (
        <Suspense fallback={null}>
          <ColumnSettings
            columns={columns}
            choice={choice}
            onChoose={(next) => setChoice(next ?? null)}
            onClose={() => setIsArranging(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

function IconTool(props: { label: string; icon: ReactNode; onPick: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label={props.label} title={props.label} onClick={props.onPick}>
      {props.icon}
    </button>
  );
}
