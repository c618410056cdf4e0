import type { ListEndpoint, RowOf } from '@cardinal/contract/framework/list.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '@cardinal/ui/States.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState } from 'react';
import { call } from '../../../http/call.ts';
import { DataTable, type TableColumn } from '../../../kit/table/DataTable.tsx';
import type { Selection } from '../../../kit/table/selection.ts';
import './carriers.css';

const PAGE = 20 as const;
/** What workers write here appears while one looks on. */
const LOOK_AGAIN_MS = 5_000;

/** A list inside the panel: newest first, page by page; with other filters it begins at its first page. */
export function PagedTable<E extends ListEndpoint & { fields: { id: unknown } }>(props: {
  list: E;
  filters: Readonly<Record<string, unknown>>;
  columns: readonly TableColumn<RowOf<E>>[];
  label: Text;
  empty: { title: Text; hint: Text };
  failed: Text;
  /** Read again while it is looked at. */
  isLive?: boolean;
  selection?: Selection;
  onSelect?: (selection: Selection) => void;
}) {
  const t = useText();
  const of = JSON.stringify(props.filters);
  const [turned, setTurned] = useState({ of, pageNum: 1 });
  const pageNum = turned.of === of ? turned.pageNum : 1;
  const query = { ...props.filters, pageNum, pageSize: PAGE };
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['list', props.list.name, query],
    queryFn: ({ signal }) => call(props.list, { query } as never, { signal, isSilent: true }),
    placeholderData: keepPreviousData,
    refetchInterval: props.isLive ? LOOK_AGAIN_MS : false,
  });
  const page = data as { list: RowOf<E>[]; total: number } | undefined;
  if (error && !page) return <ErrorState title={t(props.failed)} hint={error.message} />;
  if (!page) return <TableSkeleton rows={6} columns={5} />;
  return (
    <>
      <DataTable
        label={t(props.label)}
        columns={props.columns}
        rows={page.list}
        rowId={(row) => String((row as { id: unknown }).id)}
        isBusy={isFetching && isPlaceholderData}
        empty={<EmptyState title={t(props.empty.title)} hint={t(props.empty.hint)} />}
        {...(props.selection && props.onSelect ? { selection: props.selection, onSelect: props.onSelect } : {})}
      />
      {page.total > PAGE ? (
        <Pagination
          className="carrier-pages"
          size="small"
          align="end"
          current={pageNum}
          pageSize={PAGE}
          total={page.total}
          showSizeChanger={false}
          onChange={(next) => setTurned({ of, pageNum: next })}
        />
      ) : null}
    </>
  );
}
