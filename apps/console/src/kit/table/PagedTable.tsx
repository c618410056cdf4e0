import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { ListEndpoint, RowOf } from '@cardinal/contract/framework/list.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { useState } from 'react';
import { type ColumnSpec, readyColumns } from '../list/columns.tsx';
import { NotLoaded } from '../NotLoaded.tsx';
import { type AskedOf, useRead } from '../useRead.ts';
import type { Looks } from './cells.tsx';
import { DataTable } from './DataTable.tsx';
import { Pagination } from './Pagination.tsx';
import type { Selection } from './selection.ts';

const PAGE = 20 as const;
/** Entries written by workers appear while the panel is open. */
const LOOK_AGAIN_MS = 5_000;

type Filters = Readonly<Record<string, unknown>>;

/** A list inside a panel, page by page; changed filters return to the first page. */
export function usePages<E extends ListEndpoint>(
  list: E,
  filters: Filters,
  /** The poll interval while visible, if any, derived from the last answer. */
  again?: (page: PageOf<E> | undefined) => number | false,
) {
  const of = JSON.stringify(filters);
  const [turned, setTurned] = useState({ of, pageNum: 1 });
  const pageNum = turned.of === of ? turned.pageNum : 1;
  const query = { ...filters, pageNum, pageSize: PAGE };
  const { data, error, isFetching, isPlaceholderData, refetch } = useRead(list, query as AskedOf<E>, {
    keepsPrevious: true,
    every: (page) => again?.(page as PageOf<E> | undefined) ?? false,
  });
  return {
    page: data as PageOf<E> | undefined,
    error,
    refetch,
    isTurning: isFetching && isPlaceholderData,
    pageNum,
    turnTo: (next: number) => setTurned({ of, pageNum: next }),
  };
}

type PageOf<E extends ListEndpoint> = AnswerOf<E> & { list: RowOf<E>[]; total: number };
type Pages<E extends ListEndpoint> = ReturnType<typeof usePages<E>>;

/** One page of such a list, and the way to the others. */
export function PageTable<E extends ListEndpoint>(props: {
  list: E;
  pages: Pages<E> & { page: PageOf<E> };
  columns: readonly ColumnSpec<E>[];
  looks?: Readonly<Record<string, Looks>> | undefined;
  label: Text;
  empty: { title: Text; hint: Text };
  selection?: Selection | undefined;
  onSelect?: ((selection: Selection) => void) | undefined;
}) {
  const t = useText();
  const { page, isTurning, pageNum, turnTo } = props.pages;
  return (
    <>
      <DataTable
        label={t(props.label)}
        columns={readyColumns(props.list, props.columns, props.looks ?? {}, t)}
        rows={page.list}
        rowId={(row) => String((row as { id: unknown }).id)}
        isBusy={isTurning}
        empty={<EmptyState title={t(props.empty.title)} hint={t(props.empty.hint)} />}
        {...(props.selection && props.onSelect ? { selection: props.selection, onSelect: props.onSelect } : {})}
      />
      {page.total > PAGE ? (
        <Pagination total={page.total} isEstimate={false} pageNum={pageNum} pageSize={PAGE} onPage={turnTo} />
      ) : null}
    </>
  );
}

/** A list inside a panel: newest first, page by page. */
export function PagedTable<E extends ListEndpoint & { fields: { id: unknown } }>(props: {
  list: E;
  filters: Filters;
  columns: readonly ColumnSpec<E>[];
  looks?: Readonly<Record<string, Looks>> | undefined;
  label: Text;
  empty: { title: Text; hint: Text };
  failed: Text;
  /** Polled while visible. */
  isLive?: boolean;
  selection?: Selection;
  onSelect?: (selection: Selection) => void;
}) {
  const pages = usePages(props.list, props.filters, () => (props.isLive ? LOOK_AGAIN_MS : false));
  const { page, error } = pages;
  if (!page) return <NotLoaded failed={props.failed} error={error} onRetry={pages.refetch} outline="table" />;
  return (
    <PageTable
      list={props.list}
      pages={{ ...pages, page }}
      columns={props.columns}
      looks={props.looks}
      label={props.label}
      empty={props.empty}
      selection={props.selection}
      onSelect={props.onSelect}
    />
  );
}
