import type { Field } from '@cardinal/contract/framework/fields.ts';
import { type ListEndpoint, RECENT_DAYS } from '@cardinal/contract/framework/list.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@cardinal/contract/framework/paging.ts';
import dayjs from 'dayjs';

/** The filters of the address: one value or several per key. */
export type Filters = Readonly<Record<string, string | readonly string[]>>;

export type ListState = {
  readonly filters: Filters;
  readonly sort: string;
  readonly pageNum: number;
  readonly pageSize: number;
  /** Of a list that shows the last days first: everything was asked for. */
  readonly isAllTime?: true | undefined;
};

/** In the address: not only the last days. */
export const ALL_TIME = { key: 'period', value: 'all' } as const;

const PAGING = ['pageNum', 'pageSize', 'sort', 'cursor'];

/** The query keys a list takes as filters, its own and the fields'. */
export const filterKeys = (list: ListEndpoint): string[] =>
  Object.keys(list.query.shape).filter((key) => !PAGING.includes(key));

type Parse = { safeParse(value: unknown): { success: boolean } };
const accepts = (list: ListEndpoint, key: string, value: unknown): boolean =>
  (list.query.shape[key] as unknown as Parse | undefined)?.safeParse(value).success ?? false;

/** The list state of an address. Values that the list would refuse (edited by hand, an old key) are ignored, never thrown. */
export function readListState(list: ListEndpoint, search: URLSearchParams): ListState {
  const filters: Record<string, string | readonly string[]> = {};
  for (const key of filterKeys(list)) {
    const given = search.getAll(key).filter((value) => value !== '');
    if (given.length === 0) continue;
    const one = given[0]!;
    if (given.length > 1 && accepts(list, key, given)) filters[key] = given;
    else if (accepts(list, key, one)) filters[key] = one;
  }
  const sort = search.get('sort') ?? '';
  const pageNum = Number(search.get('pageNum'));
  const pageSize = Number(search.get('pageSize'));
  return {
    filters,
    sort: accepts(list, 'sort', sort) ? sort : list.defaultSort,
    pageNum: Number.isInteger(pageNum) && accepts(list, 'pageNum', pageNum) ? pageNum : 1,
    pageSize: PAGE_SIZES.find((size) => size === pageSize) ?? DEFAULT_PAGE_SIZE,
    ...(list.recent && search.get(ALL_TIME.key) === ALL_TIME.value ? { isAllTime: true } : {}),
  };
}

/** The start of the last days, the same all day. */
export const recentStart = (): string => dayjs().subtract(RECENT_DAYS, 'day').startOf('day').format();

/** The filter of a list that shows the last days first, unless a time was chosen or one thing is looked for. */
export function recentFilter(list: ListEndpoint, state: Pick<ListState, 'filters' | 'isAllTime'>): Filters {
  if (!list.recent || state.isAllTime) return {};
  const { by, unless } = list.recent;
  const isChosen = [`${by}From`, `${by}To`, ...unless].some((key) => state.filters[key] !== undefined);
  return isChosen ? {} : { [`${by}From`]: recentStart() };
}

/** Defaults are omitted from the address. */
export function writeListState(list: ListEndpoint, state: ListState): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(state.filters)) {
    for (const one of [value].flat()) if (one !== '') search.append(key, one);
  }
  if (state.sort !== list.defaultSort) search.set('sort', state.sort);
  if (state.pageNum !== 1) search.set('pageNum', String(state.pageNum));
  if (state.pageSize !== DEFAULT_PAGE_SIZE) search.set('pageSize', String(state.pageSize));
  if (state.isAllTime) search.set(ALL_TIME.key, ALL_TIME.value);
  return search;
}

/** The query for the server: the state with the screen's fixed filters. */
export const queryOf = (state: ListState, fixed: Filters = {}): Record<string, unknown> => ({
  ...state.filters,
  ...fixed,
  sort: state.sort,
  pageNum: state.pageNum,
  pageSize: state.pageSize,
});

const isEmpty = (value: string | readonly string[] | undefined): boolean => value === undefined || value.length === 0;

/** Sets or removes one filter and keeps the others. */
export function withFilter(filters: Filters, key: string, value: string | readonly string[] | undefined): Filters {
  const { [key]: _, ...others } = filters;
  return isEmpty(value) ? others : { ...others, [key]: value! };
}

const written = (filters: Filters): string =>
  JSON.stringify(
    Object.entries(filters)
      .map(([key, value]) => [key, ...[value].flat()])
      .sort(([a], [b]) => (a! < b! ? -1 : 1)),
  );
export const sameFilters = (one: Filters, other: Filters): boolean => written(one) === written(other);

export type SortOrder = 'ascending' | 'descending' | undefined;
export const orderOf = (sort: string, field: string): SortOrder =>
  sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined;

/** A click on a header: down, up, then back to the list's own order. */
export function nextSort(sort: string, field: string, defaultSort: string): string {
  const order = orderOf(sort, field);
  if (order === undefined) return `-${field}`;
  if (order === 'descending') return field;
  return defaultSort === field ? `-${field}` : defaultSort;
}

export const reversed = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`);

/** The filter control of a field with its query keys; undefined where only a screen can offer one. */
export type FilterControl =
  | { readonly kind: 'choices' | 'text' | 'flag'; readonly key: string }
  | { readonly kind: 'times' | 'days' | 'numbers'; readonly from: string; readonly to: string };

export function controlOf(name: string, field: Field): FilterControl | undefined {
  const has = (operator: Field['filters'][number]) => field.filters.includes(operator);
  if (field.choices && has('is')) return { kind: 'choices', key: name };
  if (has('range')) {
    const kind = field.kind === 'time' ? 'times' : field.kind === 'day' ? 'days' : 'numbers';
    return { kind, from: `${name}From`, to: `${name}To` };
  }
  if (has('contains')) return { kind: 'text', key: `${name}Contains` };
  if (field.kind === 'flag' && has('is')) return { kind: 'flag', key: name };
  // Ids and tags need options that only the screen has.
  if (has('is') && field.kind !== 'id' && field.kind !== 'labels') return { kind: 'text', key: name };
  return has('present') ? { kind: 'flag', key: `${name}Has` } : undefined;
}
