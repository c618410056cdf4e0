import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { ListEndpoint, RowOf } from '@cardinal/contract/framework/list.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useCallback, useMemo } from 'react';
import { useSearch } from '../../shell/screenContext.ts';
import { useHiddenCarriers } from '../../shell/shownCarriers.ts';
import { useSite } from '../../shell/site.ts';
import { filterProblems } from '../filters/FilterForm.tsx';
import { useFilterDraft } from '../filters/useFilterDraft.ts';
import {
  ALL_TIME,
  type Filters,
  type ListState,
  nextSort,
  queryOf,
  readListState,
  recentFilter,
  reversed,
  writeListState,
} from '../listState.ts';
import { type AskedOf, useRead } from '../useRead.ts';
import { listedCarriers } from './listedCarriers.ts';

const LOOK_AGAIN_MS = 5_000;

/** One page of a list. */
export type PageOf<E extends ListEndpoint> = AnswerOf<E>;

/**
 * The state of a list: its address, the filters being typed, the page from the server. `ListScreen` uses it; screens with
 * another layout may too. With `isInAddress` false the state stays in memory (a list inside a panel).
 */
export function useList<E extends ListEndpoint>(
  list: E,
  options: {
    fixed?: Filters | undefined;
    /** Rows that change by themselves soon: while one is shown, the page is read again every few seconds. */
    isMoving?: ((row: RowOf<E>) => boolean) | undefined;
  } = {},
) {
  const t = useText();
  const [search, setSearch] = useSearch();
  const query = search.toString();
  const state = useMemo(() => readListState(list, new URLSearchParams(query)), [list, query]);
  const hidden = useHiddenCarriers();
  const { offCarriers } = useSite();
  const recent = recentFilter(list, { ...state, filters: { ...state.filters, ...options.fixed } });
  const fixed = {
    ...recent,
    ...listedCarriers(list, { ...state.filters, ...options.fixed }, hidden, offCarriers),
    ...options.fixed,
  };
  const change = useCallback(
    (next: Partial<ListState>) => {
      const written = writeListState(list, { ...state, ...next });
      // Parameters of others (an open tab, a panel) stay in the address.
      for (const [key, value] of new URLSearchParams(query)) {
        if (!(key in list.query.shape) && key !== ALL_TIME.key) written.append(key, value);
      }
      setSearch(written);
    },
    [list, state, query, setSearch],
  );
  const applyFilters = (filters: Filters, isReset = false) =>
    change({ filters, pageNum: 1, ...(isReset ? { isAllTime: undefined } : {}) });
  const isValid = (filters: Filters) => Object.keys(filterProblems(list, filters, t)).length === 0;
  const draft = useFilterDraft(state.filters, applyFilters, isValid);
  const problems = useMemo(() => filterProblems(list, draft.filters, t), [list, draft.filters, t]);

  const asked = queryOf(state, fixed);
  const { isMoving } = options;
  const answer = useRead(list, asked as AskedOf<E>, {
    keepsPrevious: true,
    ...(isMoving
      ? { every: (page) => ((page?.list ?? []) as RowOf<E>[]).some((row) => isMoving(row)) && LOOK_AGAIN_MS }
      : {}),
  });

  return {
    state,
    draft,
    problems,
    /** The query sent to the server, without paging: the meaning of «all filtered» and of an export. */
    filtered: { ...state.filters, ...fixed },
    page: answer.data,
    failure: answer.error,
    isLoading: answer.isPending,
    /** What is shown answers the previous query. A live list is not dimmed for it. */
    isChanging: answer.isPlaceholderData,
    /** The last days, where nothing else was asked for. */
    recent,
    onAllTime: () => change({ isAllTime: true, pageNum: 1 }),
    refresh: () => void answer.refetch(),
    applyFilters: (filters: Filters) => applyFilters(filters),
    onSort: (field: string) => change({ sort: nextSort(state.sort, field, list.defaultSort), pageNum: 1 }),
    onReverse: () => change({ sort: reversed(state.sort), pageNum: 1 }),
    onPage: (pageNum: number) => change({ pageNum }),
    onPageSize: (pageSize: number) => change({ pageSize, pageNum: 1 }),
    replace: (next: ListState) => change(next),
  };
}
