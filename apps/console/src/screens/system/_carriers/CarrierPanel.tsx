import { CarrierOperation } from '@cardinal/contract/api/carriers/carrierCapabilities.ts';
import { ReadingKind } from '@cardinal/contract/api/carriers/carrierMonitor.ts';
import { POOLS_AT_CARRIER } from '@cardinal/contract/api/carriers/carrierPools.ts';
import { listCarrierAccounts, readCarrierAccount } from '@cardinal/contract/api/carriers/carriers.ts';
import { TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Heading, Note } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TableSkeleton } from '@cardinal/ui/States.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, Suspense } from 'react';
import { DetailTabs } from '../../../kit/DetailTabs.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { SheetActions } from '../../../kit/SheetActions.tsx';
import { CarrierName } from '../../../kit/table/CarrierName.tsx';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { CarrierCalls } from './CarrierCalls.tsx';
import { CarrierDifferences } from './CarrierDifferences.tsx';
import type { CarrierDetail } from './CarrierForms.tsx';
import { CarrierPools } from './CarrierPools.tsx';
import { CarrierRuns } from './CarrierRuns.tsx';
import { CarrierSync } from './CarrierSync.tsx';
import { CallsToday, CarrierBreaker, CarrierHealth, CarrierState } from './carrierCells.tsx';
import { spanWords } from './spanWords.ts';
import { UnmatchedCards } from './UnmatchedCards.tsx';
import type { Tested } from './useCarrierSteps.tsx';

const CarrierPushes = lazy(() => import('./CarrierPushes.tsx'));

const words = {
  failed: text('通道加载失败', 'Failed to load the carrier account'),
  settings: text('概览与设置', 'Overview and settings'),
  capabilities: text('能力', 'Capabilities'),
  sync: text('同步与额度', 'Sync and call budget'),
  pools: text('流量池', 'Pools'),
  pushes: text('运营商推送', 'Pushes'),
  now: text('当前', 'Now'),
  noQuiet: text('不限', 'None'),
  openCommands: text('未完成指令', 'Open commands'),
  batch: text('一次最多', 'At once'),
  single: text('逐张', 'One by one'),
  cards: text('{n} 张', '{n} {n|card|cards}'),
  changes: text('可变更状态', 'Status changes'),
  confirmation: text('确认方式', 'Confirmed by'),
  defaults: text('接口默认限制', 'Interface limits'),
  defaultLimits: text('每秒 {rate} 次，并发 {inFlight}', '{rate} {rate|call|calls} a second, {inFlight} in flight'),
  verifiedOn: text('核实日期', 'Verified on'),
  unverified: text('接口待确认：尚未与真实接口核对', 'Unverified: not tested against the real interface'),
  clockAhead: text('运营商时钟快 {n} 秒，请检查双方时间', 'The carrier’s clock is {n} s ahead. Check both clocks.'),
  clockBehind: text('运营商时钟慢 {n} 秒，请检查双方时间', 'The carrier’s clock is {n} s behind. Check both clocks.'),
};

const CONFIRMED = {
  answer: text('应答即生效', 'Confirmed by the response'),
  query: text('查询确认', 'Confirmed by a query'),
  push: text('运营商推送', 'Confirmed by a push'),
  none: text('无法确认', 'Nothing'),
} as const;

const isTaskCode = (code: string): code is keyof typeof TaskType.values => Object.hasOwn(TaskType.values, code);

/** One carrier account: health, settings, capabilities, calls. */
export default function CarrierPanel(props: {
  id: string | undefined;
  steps: (account: CarrierDetail) => readonly RowAction[];
  tested: Tested | undefined;
  onClose: () => void;
}) {
  const t = useText();
  const { id = '', tested } = props;
  const { data, error, refetch } = useRead(readCarrierAccount, id !== '' && { accountId: id });
  return (
    <Sheet
      isOpen={props.id !== undefined}
      title={data?.name ?? t(nouns.carrierAccount)}
      width={960}
      onClose={props.onClose}
      extra={data ? <SheetActions actions={props.steps(data)} /> : null}
    >
      {data ? (
        <div>
          {tested?.id === data.id ? (
            <Note tone={tested.works ? 'success' : 'danger'} below="l" role="status">
              {t(sentences.tested, { words: tested.words, ms: countAmount(tested.durationMs) })}
            </Note>
          ) : null}
          {tested?.id === data.id && tested.clockOffSeconds !== null ? (
            <Note tone="danger" below="l" role="status">
              {t(tested.clockOffSeconds > 0 ? words.clockAhead : words.clockBehind, {
                n: countAmount(Math.abs(tested.clockOffSeconds)),
              })}
            </Note>
          ) : null}
          <DetailTabs
            label={data.name}
            tabs={[
              { key: 'settings', title: t(words.settings), content: () => <Settings account={data} /> },
              { key: 'capabilities', title: t(words.capabilities), content: () => <Capabilities account={data} /> },
              { key: 'sync', title: t(words.sync), content: () => <CarrierSync account={data} /> },
              { key: 'pools', title: t(words.pools), content: () => <CarrierPools account={data} /> },
              { key: 'runs', title: t(nouns.syncRuns), content: () => <CarrierRuns accountId={data.id} /> },
              {
                key: 'differences',
                title: t(nouns.differences),
                content: () => <CarrierDifferences accountId={data.id} />,
              },
              {
                key: 'unmatched',
                title: t(nouns.notImported),
                content: () => <UnmatchedCards account={data} />,
              },
              { key: 'calls', title: t(nouns.calls), content: () => <CarrierCalls accountId={data.id} /> },
              {
                key: 'pushes',
                title: t(words.pushes),
                content: () => (
                  <Suspense fallback={<TableSkeleton rows={6} columns={3} />}>
                    <CarrierPushes account={data} />
                  </Suspense>
                ),
              },
            ]}
          />
        </div>
      ) : (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}

function Settings({ account }: { account: CarrierDetail }) {
  const t = useText();
  const { fields } = listCarrierAccounts;
  const quiet = (seconds: number) => (seconds === 0 ? t(words.noQuiet) : t(spanWords(seconds)));
  const schedule = (seconds: number) =>
    seconds === 0 ? t(nouns.never) : t(sentences.every, { time: t(spanWords(seconds)) });
  return (
    <>
      <Heading>{t(words.now)}</Heading>
      <FactsList
        facts={[
          { label: fields.state.label, value: <CarrierState account={account} /> },
          { label: fields.breaker.label, value: <CarrierBreaker account={account} /> },
          { label: fields.successPercent.label, value: <CarrierHealth account={account} /> },
          { label: fields.queue.label, value: countAmount(account.queue) },
          {
            label: words.openCommands,
            value: account.openCommands === null ? null : countAmount(account.openCommands),
          },
          { label: fields.cards.label, value: account.cards === null ? null : countAmount(account.cards) },
          { label: fields.callsToday.label, value: <CallsToday account={account} /> },
          { label: fields.lastSyncAt.label, value: account.lastSyncAt && <TimeText at={account.lastSyncAt} /> },
          { label: fields.credentialsHint.label, value: account.credentialsHint },
          {
            label: fields.credentialsSetAt.label,
            value: account.credentialsSetAt && <TimeText at={account.credentialsSetAt} />,
          },
          { label: fields.credentialsExpireOn.label, value: account.credentialsExpireOn },
        ]}
      />
      <Heading>{t(nouns.limits)}</Heading>
      <FactsList
        facts={[
          { label: fields.platform.label, value: <CarrierName platform={account.platform} /> },
          { label: fields.adapterName.label, value: account.adapterName },
          { label: nouns.baseAddress, value: account.baseUrl },
          { label: fields.callsPerSecond.label, value: account.callsPerSecond },
          { label: fields.inFlight.label, value: account.inFlight },
          { label: nouns.timeout, value: t(sentences.milliseconds, { n: countAmount(account.timeoutMs) }) },
          { label: nouns.changeInterval, value: quiet(account.quietSeconds) },
          { label: fields.cycleDay.label, value: account.cycleDay },
          { label: nouns.zone, value: account.zone },
          { label: nouns.currency, value: account.currency },
        ]}
      />
      <Heading>{t(nouns.schedules)}</Heading>
      <FactsList
        facts={[
          ...ReadingKind.options.map((kind) => ({ label: kind.label, value: schedule(account.schedules[kind.value]) })),
          { label: POOLS_AT_CARRIER, value: schedule(account.schedules.pools) },
        ]}
      />
    </>
  );
}

function Capabilities({ account }: { account: CarrierDetail }) {
  const t = useText();
  const { capabilities } = account;
  const changes = capabilities.statusActions.map((code) =>
    isTaskCode(code) ? t(TaskType.labelOf(TaskType.values[code])) : code,
  );
  return (
    <>
      {capabilities.verifiedOn === null ? <Note below="l">{t(words.unverified)}</Note> : null}
      <FactsList
        facts={[
          { label: words.confirmation, value: t(CONFIRMED[capabilities.confirmation]) },
          { label: words.verifiedOn, value: capabilities.verifiedOn },
          {
            label: words.defaults,
            value: t(words.defaultLimits, {
              rate: capabilities.defaultLimits.callsPerSecond,
              inFlight: capabilities.defaultLimits.inFlight,
            }),
          },
          {
            label: nouns.changeInterval,
            value:
              capabilities.quietSecondsPerCard === 0
                ? t(words.noQuiet)
                : t(spanWords(capabilities.quietSecondsPerCard)),
          },
          { label: words.changes, value: changes.join(' · ') },
        ]}
      />
      <Heading>{t(nouns.operation)}</Heading>
      <LinesTable heads={[nouns.operation, nouns.can, words.batch]}>
        {CarrierOperation.options.map((operation) => {
          const can = capabilities.operations.includes(operation.value);
          const size = capabilities.batchSizes[operation.value];
          return (
            <tr key={operation.key}>
              <td>{t(operation.label)}</td>
              <td>
                <StatusTag
                  shape={can ? 'disc' : 'cross'}
                  tone={can ? 'good' : 'neutral'}
                  word={t(can ? nouns.can : nouns.cannot)}
                />
              </td>
              <td>{can ? (size ? t(words.cards, { n: countAmount(size) }) : t(words.single)) : '—'}</td>
            </tr>
          );
        })}
      </LinesTable>
    </>
  );
}
