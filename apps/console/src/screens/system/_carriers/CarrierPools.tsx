import { listCarrierPools } from '@cardinal/contract/api/carrierSync/carrierPoolList.ts';
import { readCarrierPools } from '@cardinal/contract/api/carriers/carrierPools.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { Volume, VolumeBar } from '@cardinal/ui/Quantity.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import { PageTable, usePages } from '../../../kit/table/PagedTable.tsx';
import type { CarrierDetail } from './CarrierForms.tsx';
import { spanWords } from './spanWords.ts';

const words = {
  label: text('运营商侧流量池', 'Carrier pools'),
  volume: text('已用 / 总量', 'Used of total'),
  members: text('成员', 'Members'),
  membersHelp: text(
    '运营商告知的、属于该流量池的本平台的卡',
    'Cards on this platform that the carrier reports as members of the pool',
  ),
  theirs: text('运营商计 {n}', '{n} at the carrier'),
  share: text('使用率', 'Used'),
  percent: text('{n}%', '{n}%'),
  near: text('临近超量', 'Near overage'),
  over: text('已超量', 'Over'),
  normal: text('正常', 'Normal'),
  gone: text('不再列出', 'No longer listed'),
  goneSince: text('运营商最后一次列出：{at}', 'Last listed by the carrier: {at}'),
  untold: text('余量未知', 'Volume unknown'),
  readNow: text('立即读取', 'Read now'),
  reading: text('正在读取', 'Reading'),
  asked: text('已开始读取', 'Reading started'),
  lastRead: text('上次读取 {at}', 'Last read {at}'),
  every: text('每 {time}读取一次', 'Read every {time}'),
  byHand: text('不自动读取', 'Not read automatically'),
  sooner: text(
    '用量达到总量 80% 的流量池，其成员卡按临近限额优先读取。',
    'Member cards of a pool with 80% of its volume used are read as often as cards near their own limit.',
  ),
  untoldAll: text(
    '该运营商不告知流量池的用量，无从判断是否临近超量。',
    'This carrier does not report pool usage, so it is unknown whether a pool is near overage.',
  ),
  halted: text(
    '{at} 读取中断：{words}。以下为此前读到的数据。',
    'Reading was interrupted at {at}: {words}. Showing data read before.',
  ),
  cannot: text('该运营商不提供流量池', 'This carrier does not provide pools'),
  cannotHint: text(
    '它的接口没有流量池查询，共享流量用了多少无从得知。',
    'Its interface has no pool query, so usage of shared volumes is unknown.',
  ),
  neverHint: text('按读取周期读取后显示在这里。', 'They appear here after the next scheduled reading.'),
  neverByHand: text(
    '读取周期为 0，不会自动读取；可立即读取，或编辑通道设置周期。',
    'The schedule is 0, so pools are not read automatically. Read them now, or edit the account to set a schedule.',
  ),
  none: text('运营商侧没有流量池', 'No carrier pools'),
  noneHint: text('运营商的清单中没有流量池。', 'The carrier lists no pools.'),
  failed: text('流量池加载失败', 'Failed to load pools'),
};

/** Poll interval for a requested reading. */
const LOOK_AGAIN_MS = 2_000;
/** In multiples of the schedule: an older figure is late. */
const LATE_FACTOR = 2;

type Row = RowOf<typeof listCarrierPools>;
type Account = Pick<CarrierDetail, 'id' | 'capabilities' | 'schedules'>;

/** The carrier's pools of the account's cards, as last reported. */
export function CarrierPools({ account }: { account: Account }) {
  const t = useText();
  return account.capabilities.operations.includes('listPools') ? (
    <Pools account={account} />
  ) : (
    <EmptyState title={t(words.cannot)} hint={t(words.cannotHint)} />
  );
}

function Pools({ account }: { account: Account }) {
  const t = useText();
  const everySeconds = account.schedules.pools;
  /** The end of the last reading when another was requested; undefined if none was requested. */
  const [awaited, setAwaited] = useState<string>();
  const filters = { accountId: [account.id] };
  const pages = usePages(listCarrierPools, filters, (page) =>
    isWaiting(page?.summary.reading, awaited) ? LOOK_AGAIN_MS : false,
  );
  const { page: data, error } = pages;
  const reading = data?.summary.reading;
  const finishedAt = reading?.finishedAt ?? null;
  const asking = useChange(readCarrierPools, { done: t(words.asked), onDone: () => setAwaited(endOf(reading)) });
  if (!data) return <NotLoaded failed={words.failed} error={error} onRetry={pages.refetch} outline="table" />;
  const isRunning = isWaiting(reading, awaited);
  const schedule = everySeconds > 0 ? t(words.every, { time: t(spanWords(everySeconds)) }) : t(words.byHand);
  return (
    <>
      <Inline gap="l" below="m">
        <Span as="p" ink="secondary" grows>
          {finishedAt ? `${t(words.lastRead, { at: wallTime(finishedAt) })} · ${schedule}` : schedule}
        </Span>
        <ExportLink list={listCarrierPools} query={filters} count={data.total}>
          {t(verbs.export)}
        </ExportLink>
        <CallButton
          call={readCarrierPools}
          size="small"
          loading={isRunning || asking.isRunning}
          onClick={() => void asking.run({ body: { accountId: account.id } })}
        >
          {t(isRunning ? words.reading : words.readNow)}
        </CallButton>
      </Inline>
      {reading?.halted ? (
        <Note tone="danger" below="l" role="status">
          {t(words.halted, { at: wallTime(reading.halted.at), words: reading.halted.words })}
        </Note>
      ) : null}
      <PageTable
        list={listCarrierPools}
        pages={{ ...pages, page: data }}
        label={words.label}
        columns={columnsOf(t, data.list, everySeconds)}
        empty={
          finishedAt
            ? { title: words.none, hint: words.noneHint }
            : { title: nouns.notReadYet, hint: everySeconds > 0 ? words.neverHint : words.neverByHand }
        }
      />
      {data.list.length > 0 ? (
        <Paragraph ink="secondary" above="m">
          {t(data.list.some((pool) => pool.usedBytes !== null) ? words.sooner : words.untoldAll)}
        </Paragraph>
      ) : null}
    </>
  );
}

type Reading = AnswerOf<typeof listCarrierPools>['summary']['reading'];

const endOf = (reading: Reading | undefined): string => `${reading?.finishedAt} ${reading?.halted?.at}`;

/** A reading is running or requested. */
const isWaiting = (reading: Reading | undefined, awaited: string | undefined): boolean =>
  reading?.isRunning === true || endOf(reading) === awaited;

type Say = ReturnType<typeof useText>;

function columnsOf(t: Say, rows: readonly Row[], everySeconds: number): ColumnSpec<typeof listCarrierPools>[] {
  const isCounted = rows.some((row) => row.members !== null);
  return [
    { field: 'name', width: 128 },
    { field: 'poolId', width: 128 },
    { field: 'state', width: 138, cell: (row) => <PoolState pool={row} /> },
    {
      key: 'volume',
      title: words.volume,
      width: 180,
      isNumeric: true,
      cell: (row) => <PoolVolume pool={row} everySeconds={everySeconds} />,
    },
    {
      field: 'usedPercent',
      title: words.share,
      width: 76,
      cell: (row) => (row.usedPercent === null ? <Nothing /> : t(words.percent, { n: row.usedPercent })),
    },
    {
      key: 'members',
      title: words.members,
      width: isCounted ? 148 : 92,
      isNumeric: true,
      help: words.membersHelp,
      cell: (row) => (
        <>
          {row.ownCards === null ? <Unknown /> : countAmount(row.ownCards)}
          {row.members === null ? null : (
            <Span as="small" ink="secondary">
              {' '}
              {t(words.theirs, { n: countAmount(row.members) })}
            </Span>
          )}
        </>
      ),
    },
    'readAt',
  ];
}

function Unknown() {
  return <Span ink="secondary">{useText()(nouns.unknown)}</Span>;
}

const LOOKS = {
  gone: { look: { shape: 'ring', tone: 'neutral' }, word: words.gone },
  untold: { look: { shape: 'ring', tone: 'neutral' }, word: words.untold },
  over: { look: { shape: 'square', tone: 'bad' }, word: words.over },
  near: { look: { shape: 'half', tone: 'warning' }, word: words.near },
  normal: { look: { shape: 'disc', tone: 'good' }, word: words.normal },
} as const satisfies Record<string, { look: StatusLook; word: Text }>;

function stateOf({ state, usedPercent, isNear }: Row): keyof typeof LOOKS {
  if (state === 'gone') return 'gone';
  if (usedPercent === null) return 'untold';
  if (usedPercent > 100) return 'over';
  return isNear ? 'near' : 'normal';
}

function PoolState({ pool }: { pool: Row }) {
  const t = useText();
  const { look, word } = LOOKS[stateOf(pool)];
  const title = pool.state === 'gone' ? t(words.goneSince, { at: wallTime(pool.seenAt) }) : undefined;
  return (
    <span title={title}>
      <StatusTag {...look} word={t(word)} />
    </span>
  );
}

function PoolVolume({ pool, everySeconds }: { pool: Row; everySeconds: number }) {
  const { usedBytes, totalBytes, readAt } = pool;
  if (usedBytes === null && totalBytes === null) return <Unknown />;
  const age = readAt === null ? 0 : Date.now() - new Date(readAt).getTime();
  const isStale = everySeconds > 0 && age > everySeconds * LATE_FACTOR * 1_000;
  return (
    <Stack as="span" gap="none" align="end">
      <span>
        {usedBytes === null ? (
          <Unknown />
        ) : (
          <Volume bytes={usedBytes} isStale={isStale} {...(readAt ? { readAt } : {})} />
        )}
        {' / '}
        {totalBytes === null ? <Unknown /> : <Volume bytes={totalBytes} />}
      </span>
      {usedBytes === null || totalBytes === null ? null : (
        <VolumeBar used={usedBytes} total={totalBytes} label={pool.name} isNear={pool.isNear} />
      )}
    </Stack>
  );
}
