import { EventResult, EventSource, listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { call } from '../../http/call.ts';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { Link } from '../../shell/Link.tsx';
import { usePlace, useSearch } from '../../shell/screenContext.ts';
import { eventsKey } from './useCard.ts';

const words = {
  failed: text('操作记录加载失败', 'Failed to load the history'),
  more: text('更早的记录', 'Earlier'),
  all: text('共 {n} 条', '{n} in all'),
  search: text('在操作记录中查询', 'Open in operation history'),
  reference: text('运营商流水', 'Carrier reference'),
  answer: text('运营商答复：{words}', 'Carrier response: {words}'),
};

type Row = RowOf<typeof listCardEvents>;

const LOOKS: Readonly<Record<Row['result'], StatusLook>> = {
  asked: { shape: 'half', tone: 'busy' },
  done: { shape: 'disc', tone: 'good' },
  confirmed: { shape: 'disc', tone: 'good' },
  refused: { shape: 'cross', tone: 'bad' },
  timedOut: { shape: 'ring', tone: 'warning' },
  expired: { shape: 'square', tone: 'warning' },
};

const PAGE = 20;

/** Who did it, from where. */
function By(props: { row: Row }) {
  const { row } = props;
  const t = useText();
  return <span>{[row.actorName, t(EventSource.labelOf(row.source)), row.address].filter(Boolean).join(' · ')}</span>;
}

/** Opens the card's state at this entry on the same screen. */
function AsItWas({ at }: { at: string }) {
  const t = useText();
  const { path } = usePlace();
  const [search] = useSearch();
  const moment = new URLSearchParams(search);
  moment.set('tab', 'moment');
  moment.set('at', at);
  return <Link to={`${path}?${moment}`}>{t(nouns.cardAtThatTime)}</Link>;
}

function Line(props: { row: Row }) {
  const { row } = props;
  const t = useText();
  return (
    <Columns as="li" side="s">
      <TimeText at={row.at} />
      <div>
        <Inline as="p" gap="m">
          <strong>{t(OperationType.labelOf(row.operationType))}</strong>
          {row.fromValue !== null || row.toValue !== null ? (
            <span>
              {row.fromValue === null ? '' : `${row.fromValue} → `}
              {row.toValue ?? '—'}
            </span>
          ) : null}
          <StatusTag {...LOOKS[row.result]} word={t(EventResult.labelOf(row.result))} />
        </Inline>
        {row.reason ? <p>{row.reason}</p> : null}
        {row.carrierWords ? <p>{t(words.answer, { words: row.carrierWords })}</p> : null}
        <Inline as="p" gap="l" ink="secondary" size="s">
          <By row={row} />
          <AsItWas at={row.at} />
          {row.taskId ? <Link to={`/taskManagement/systemTask?id=${row.taskId}`}>{t(nouns.task)}</Link> : null}
          {row.carrierRef ? (
            <span>
              {t(words.reference)} <Identifier value={row.carrierRef} groupOf={64} />
            </span>
          ) : null}
        </Inline>
      </div>
    </Columns>
  );
}

/** The history of the card, the latest first; only the named actions if any are given. */
export function HistoryTab(props: {
  cardId: string;
  iccid?: string;
  actions?: readonly Row['action'][];
  /** The text where there is no such action. */
  none?: Text;
}) {
  const { cardId, actions } = props;
  const t = useText();
  const events = useInfiniteQuery({
    queryKey: [...eventsKey(cardId), ...(actions ?? [])],
    queryFn: ({ pageParam, signal }) =>
      call(
        listCardEvents,
        {
          query: { cardId: [cardId], ...(actions ? { action: [...actions] } : {}), pageNum: pageParam, pageSize: PAGE },
        },
        { signal, isSilent: true },
      ),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.pageNum * last.pageSize < last.total ? last.pageNum + 1 : undefined),
  });
  const { data, error } = events;
  if (!data) return <NotLoaded failed={words.failed} error={error} onRetry={events.refetch} />;
  const rows = data.pages.flatMap((page) => page.list);
  if (rows.length === 0) return <EmptyState title={t(props.none ?? sentences.noOperations)} />;
  return (
    <Stack as="section" align="start" aria-label={t(nouns.history)}>
      <Inline as="p" gap="l" ink="secondary">
        {t(words.all, { n: countAmount(data.pages[0]?.total ?? 0) })}
        <Link to={`/cardsManagement/cardOpHistory?cardId=${cardId}`}>{t(words.search)}</Link>
      </Inline>
      <Stack as="ol" isDivided width="xxl">
        {rows.map((row) => (
          <Line key={row.id} row={row} />
        ))}
      </Stack>
      {events.hasNextPage ? (
        <Button loading={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
          {t(words.more)}
        </Button>
      ) : null}
    </Stack>
  );
}
