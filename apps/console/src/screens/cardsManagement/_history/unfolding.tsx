import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { useQueries } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import { call } from '../../../http/call.ts';
import { readKey } from '../../../kit/useRead.ts';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';
import { useSearch } from '../../../shell/screenContext.ts';

const words = {
  lines: text('{n} 条', '{n} {n|line|lines}'),
  linesMore: text('超过 {n} 条', 'More than {n} records'),
  before: text('上一批', 'Previous batch'),
  next: text('下一批', 'Next batch'),
  failed: text('加载失败，重试', 'Failed to load; retry'),
};

export type HistoryRow = RowOf<typeof listCardEvents>;
const AT_ONCE = 20;
/** An expanded line is in the table below its task line, which may have the same id. */
const LINE = 'line:';

type Opened = { readonly at: string; readonly pageNum: number };
type Part = { readonly total: number; readonly hasFailed: boolean; readonly again: () => void };
type Unfolding = {
  readonly isFolded: boolean;
  readonly opened: ReadonlyMap<string, Opened>;
  readonly parts: ReadonlyMap<string, Part>;
  readonly toggle: (row: HistoryRow) => void;
  readonly turn: (id: string, pageNum: number) => void;
};

export const UnfoldingContext = createContext<Unfolding>({
  isFolded: false,
  opened: new Map(),
  parts: new Map(),
  toggle: () => {},
  turn: () => {},
});
const NONE: ReadonlyMap<string, Opened> = new Map();

/** Filters for single lines: with one of them the list shows lines instead of tasks. */
const LINE_FILTERS = [
  'under',
  'iccid',
  'iccidContains',
  'identifiers',
  'startIccid',
  'endIccid',
  'result',
  'cardId',
  'taskId',
  'taskNo',
] as const;

export const isLine = (row: HistoryRow): boolean => row.id.startsWith(LINE);
/** The id of the line itself. */
export const lineId = (id: string): string => (id.startsWith(LINE) ? id.slice(LINE.length) : id);

/** The expanded tasks, and the rows of a page with their lines below them, twenty at a time. */
export function useUnfolding() {
  const [search] = useSearch();
  const key = search.toString();
  const [state, setState] = useState({ key, opened: NONE });
  const isFolded = !LINE_FILTERS.some((name) => search.has(name));
  const opened = state.key === key ? state.opened : NONE;
  const customers = search.getAll('customerId');
  const asked = [...opened];
  const answers = useQueries({
    queries: asked.map(([under, { at, pageNum }]) => ({
      queryKey: readKey(listCardEvents, { under, pageNum, customers }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(
          listCardEvents,
          {
            query: {
              under,
              underAt: at,
              sort: 'at',
              pageNum,
              pageSize: AT_ONCE,
              ...(customers.length > 0 ? { customerId: customers } : {}),
            },
          },
          { signal, isSilent: true },
        ),
      select: (page: { list: readonly HistoryRow[]; total: number }) => ({
        total: page.total,
        lines: page.list.map((line): HistoryRow => ({ ...line, id: `${LINE}${line.id}`, folded: null })),
      }),
    })),
  });
  const lines = new Map(asked.map(([id], n) => [id, answers[n]?.data?.lines ?? []]));
  const parts = new Map(
    asked.map(([id], n) => {
      const { data, isError = false, refetch } = answers[n] ?? {};
      return [id, { total: data?.total ?? 0, hasFailed: isError, again: () => void refetch?.() }];
    }),
  );
  const change = useCallback(
    (id: string, next: Opened | undefined) =>
      setState((before) => {
        const map = new Map(before.key === key ? before.opened : NONE);
        if (next) map.set(id, next);
        else map.delete(id);
        return { key, opened: map };
      }),
    [key],
  );
  const unfolding: Unfolding = {
    isFolded,
    opened,
    parts,
    toggle: (row) => change(row.id, opened.has(row.id) ? undefined : { at: row.at, pageNum: 1 }),
    turn: (id, pageNum) => {
      const at = opened.get(id)?.at;
      if (at) change(id, { at, pageNum });
    },
  };
  const unfolded = (rows: readonly HistoryRow[]) => rows.flatMap((row) => [row, ...(lines.get(row.id) ?? [])]);
  return { unfolding, unfolded };
}

/** The card of a line; for a task's line the number of cards, with controls to expand and page through them. */
export function CardCell({ row }: { row: HistoryRow }) {
  const t = useText();
  const { isFolded, opened, parts, toggle, turn } = useContext(UnfoldingContext);
  const count = useMemo(() => {
    if (!row.folded) return '';
    const { lines, isMore, task } = row.folded;
    if (task) return t(sentences.cards, { n: countAmount(task.total) });
    return t(isMore ? words.linesMore : words.lines, { n: countAmount(lines) });
  }, [row.folded, t]);
  if (isLine(row)) {
    return (
      <Inline as="span" isWithin>
        ↳
        <CardNumber iccid={row.iccid} />
      </Inline>
    );
  }
  if (!isFolded || !row.folded) return <CardNumber iccid={row.iccid} />;
  const isOfOne = row.folded.task?.total === 1;
  const open = opened.get(row.id);
  const part = parts.get(row.id);
  const pages = Math.ceil((part?.total ?? 0) / AT_ONCE);
  return (
    <Inline as="span" isWithin isOneLine>
      <TextButton
        aria-expanded={open !== undefined}
        aria-label={isOfOne ? `${count} ${row.iccid}` : undefined}
        onClick={() => toggle(row)}
      >
        {open ? <ChevronDownIcon /> : <ChevronRightIcon />}
        {isOfOne ? null : count}
      </TextButton>
      {isOfOne ? <CardNumber iccid={row.iccid} /> : null}
      {part?.hasFailed ? (
        <button type="button" className="link-button is-bad" onClick={part.again}>
          {t(words.failed)}
        </button>
      ) : null}
      {open && pages > 1 ? (
        <Inline as="span" isWithin isOneLine gap="xs" ink="secondary">
          <button
            type="button"
            className="icon-button icon-button-small"
            aria-label={t(words.before)}
            title={t(words.before)}
            disabled={open.pageNum <= 1}
            onClick={() => turn(row.id, open.pageNum - 1)}
          >
            <ChevronLeftIcon />
          </button>
          {open.pageNum}/{countAmount(pages)}
          <button
            type="button"
            className="icon-button icon-button-small"
            aria-label={t(words.next)}
            title={t(words.next)}
            disabled={open.pageNum >= pages}
            onClick={() => turn(row.id, open.pageNum + 1)}
          >
            <ChevronRightIcon />
          </button>
        </Inline>
      ) : null}
    </Inline>
  );
}
