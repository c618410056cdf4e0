import { CarrierOperation } from '@cardinal/contract/api/carriers/carrierCapabilities.ts';
import {
  CallUrgency,
  ReadingKind,
  ReadingWay,
  readCarrierMonitor,
} from '@cardinal/contract/api/carriers/carrierMonitor.ts';
import { BreakerState, CallOutcome } from '@cardinal/contract/api/carriers/carriers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ShareBar } from '@cardinal/ui/layout/Bar.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { ChartCard } from '../../../kit/ChartCard.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import { useRead } from '../../../kit/useRead.ts';
import type { CarrierDetail } from './CarrierForms.tsx';
import { INVENTORIES, inventoryOf } from './inventoryWords.ts';
import { spanWords } from './spanWords.ts';

const words = {
  failed: text('同步与额度加载失败', 'Failed to load sync and call budget'),
  budget: text('调用额度', 'Call budget'),
  used: text('近 5 分钟已用', 'Used in the last 5 minutes'),
  usedHour: text('近 1 小时已用', 'Used in the last hour'),
  ofLimit: text('{percent}%（上限每秒 {n} 次，并发 {inFlight}）', '{percent}% of {n} a second, {inFlight} in flight'),
  percent: text('{percent}%', '{percent}%'),
  today: text('今日调用', 'Calls today'),
  ofDay: text('{n} / {most}', '{n} of {most}'),
  queue: text('排队', 'Waiting'),
  open: text('待确认指令', 'Awaiting confirmation'),
  errors: text('无应答（近 1 小时）', 'No response (last hour)'),
  breaker: text('熔断', 'Breaker'),
  breakerOpen: text('{state}，{at} 后再试：{words}', '{state}; retry after {at}: {words}'),
  lastAnswer: text('最近一次应答', 'Last answer'),
  minutes: text('近 1 小时每分钟调用', 'Calls per minute, last hour'),
  answered: text('有应答', 'Answered'),
  unanswered: text('无应答', 'Without an answer'),
  readings: text('数据新旧', 'Data age'),
  kind: text('内容', 'Reading'),
  every: text('周期', 'Schedule'),
  coverage: text('按时覆盖', 'Read on schedule'),
  age: text('中位 / P95 / 最旧', 'Median / p95 / oldest'),
  pass: text('全部读完约需', 'Full pass takes about'),
  late: text('运营商通常延迟', 'Typical carrier delay'),
  atOnce: text('{way}，每次 {n} 张', '{way}, {n} per call'),
  cards: text('{read} / {cards} 张', '{read} of {cards}'),
  soon: text('其中 {n} 张临近限额', '{n} near a limit'),
  ages: text('{median} / {p95} / {oldest}', '{median} / {p95} / {oldest}'),
  halted: text('{kind}：{words}（{at} 起）', '{kind}: {words} (since {at})'),
  spent: text('用途（近 1 小时）', 'Purpose (last hour)'),
  purpose: nouns.purpose,
  calls: text('调用', 'Calls'),
  refused: text('被拒绝', 'Refused'),
  p95: text('P95 毫秒', 'p95 ms'),
  earlier: text('未记录', 'Not kept'),
  noCalls: text('近 1 小时没有调用', 'No calls in the last hour'),
  last: text('最近应答', 'Last answers'),
  said: text('运营商返回', 'Carrier response'),
};

const LOOK_AGAIN_MS = 10_000;
/** Seconds are irrelevant for an age of hours. */
const COARSE_FROM = 3_600;

type Monitor = AnswerOf<typeof readCarrierMonitor>;
type Reading = Monitor['readings'][number];

/** What an account's calls are used for, and the age of its cards' data; polled while visible. */
export function CarrierSync({ account }: { account: Pick<CarrierDetail, 'id' | 'capabilities'> }) {
  const t = useText();
  const accountId = account.id;
  const query = useRead(readCarrierMonitor, { accountId }, { every: LOOK_AGAIN_MS });
  const { data, error } = query;
  if (!data) return <NotLoaded failed={words.failed} error={error} onRetry={query.refetch} />;
  return (
    <>
      <Heading>{t(words.readings)}</Heading>
      <Readings readings={data.readings} />
      <Span as="p" ink="secondary">
        {t(INVENTORIES[inventoryOf(account.capabilities)])}
      </Span>
      <Heading>{t(words.budget)}</Heading>
      <Budget monitor={data} />
      <Stack above="l">
        <ChartCard
          title={t(words.minutes)}
          state={query}
          asOf={data.asOf}
          height={150}
          chart={{
            shape: 'columns',
            measure: 'count',
            isStacked: true,
            isLastOpen: true,
            categories: data.calls.minutes.map(({ at }) => wallTime(at).slice(11, 16)),
            series: [
              { key: 'ok', name: t(words.answered), values: data.calls.minutes.map(({ answered }) => answered) },
              {
                key: 'bad',
                name: t(words.unanswered),
                values: data.calls.minutes.map(({ unanswered }) => unanswered),
                isBad: true,
              },
            ],
          }}
        />
      </Stack>
      <Spent calls={data.calls} />
      <Heading>{t(words.last)}</Heading>
      <LastCalls calls={data.lastCalls} />
    </>
  );
}

function Budget({ monitor }: { monitor: Monitor }) {
  const t = useText();
  const { budget, breaker, calls } = monitor;
  const state = t(BreakerState.labelOf(breaker.state));
  return (
    <FactsList
      facts={[
        {
          label: words.used,
          value: t(words.ofLimit, {
            percent: budget.usedPercent,
            n: budget.callsPerSecond,
            inFlight: budget.inFlight,
          }),
        },
        { label: words.usedHour, value: t(words.percent, { percent: budget.usedPercentHour }) },
        {
          label: words.today,
          value:
            budget.callsPerDay === null
              ? countAmount(budget.callsToday)
              : t(words.ofDay, { n: countAmount(budget.callsToday), most: countAmount(budget.callsPerDay) }),
        },
        {
          label: words.errors,
          value: calls.errorPercent === null ? null : t(words.percent, { percent: calls.errorPercent }),
        },
        { label: words.queue, value: countAmount(monitor.queue) },
        {
          label: words.open,
          value: monitor.openCommands === null ? null : countAmount(monitor.openCommands),
        },
        {
          label: words.breaker,
          value:
            breaker.state === 'closed' || !breaker.openUntil ? (
              state
            ) : (
              <Span ink="danger">
                {t(words.breakerOpen, {
                  state,
                  at: wallTime(breaker.openUntil).slice(11),
                  words: breaker.words ?? '—',
                })}
              </Span>
            ),
        },
        { label: words.lastAnswer, value: breaker.lastAnswerAt && <TimeText at={breaker.lastAnswerAt} /> },
      ]}
    />
  );
}

/** «3 小时 12 分钟»; without irrelevant seconds. */
function useSpan() {
  const t = useText();
  return (seconds: number | null) => {
    if (seconds === null) return '—';
    return t(spanWords(seconds >= COARSE_FROM ? seconds - (seconds % 60) : seconds));
  };
}

function Readings({ readings }: { readings: readonly Reading[] }) {
  const t = useText();
  const span = useSpan();
  return (
    <>
      {readings.map(({ kind, halted }) =>
        halted ? (
          <Note tone="danger" below="l" key={kind} role="status">
            {t(words.halted, {
              kind: t(ReadingKind.labelOf(kind)),
              words: halted.words,
              at: wallTime(halted.at),
            })}
          </Note>
        ) : null,
      )}
      <LinesTable heads={[words.kind, nouns.how, words.every, words.coverage, words.age, words.pass, words.late]}>
        {readings.map((reading) => {
          const way = t(ReadingWay.labelOf(reading.way));
          const isOn = reading.way !== 'none' && reading.everySeconds > 0;
          return (
            <tr key={reading.kind} className={isOn ? undefined : 'is-past'}>
              <th scope="row">{t(ReadingKind.labelOf(reading.kind))}</th>
              <td>
                {reading.batch !== null && reading.batch > 1
                  ? t(words.atOnce, { way, n: countAmount(reading.batch) })
                  : way}
              </td>
              <td>{reading.way === 'none' ? <Nothing /> : isOn ? span(reading.everySeconds) : t(nouns.never)}</td>
              <td>{isOn ? <Coverage reading={reading} /> : <Nothing />}</td>
              <td className="is-prose">
                {isOn && reading.oldestSeconds !== null ? (
                  t(words.ages, {
                    median: span(reading.medianSeconds),
                    p95: span(reading.p95Seconds),
                    oldest: span(reading.oldestSeconds),
                  })
                ) : (
                  <Nothing />
                )}
              </td>
              <td>{isOn && reading.fullPassSeconds !== null ? span(reading.fullPassSeconds) : <Nothing />}</td>
              <td>{reading.usualDelayMinutes === null ? <Nothing /> : span(reading.usualDelayMinutes * 60)}</td>
            </tr>
          );
        })}
      </LinesTable>
    </>
  );
}

const LOW_PERCENT = 90;

function Coverage({ reading }: { reading: Reading }) {
  const t = useText();
  const { coveragePercent: percent } = reading;
  if (percent === null) return <Nothing />;
  return (
    <Stack as="span" gap="none">
      <Inline as="span" isOneLine>
        <ShareBar share={percent / 100} tone={percent < LOW_PERCENT ? 'warning' : 'success'} />
        <b>{t(words.percent, { percent })}</b>
      </Inline>
      <small>
        {t(words.cards, { read: countAmount(reading.read), cards: countAmount(reading.cards) })}
        {reading.soon > 0 ? ` · ${t(words.soon, { n: countAmount(reading.soon) })}` : null}
      </small>
    </Stack>
  );
}

function Spent({ calls }: { calls: Monitor['calls'] }) {
  const t = useText();
  if (calls.total === 0)
    return (
      <Span as="p" ink="secondary">
        {t(words.noCalls)}
      </Span>
    );
  const share = (n: number) => t(words.percent, { percent: Math.round((n * 1_000) / calls.total) / 10 });
  return (
    <>
      <Heading>{t(words.spent)}</Heading>
      <Columns side="third" gap="xl">
        <LinesTable heads={[words.purpose, figures(words.calls), figures(nouns.share)]}>
          {calls.byUrgency.map(({ urgency, calls: n }) => (
            <tr key={urgency ?? 'none'}>
              <td>{urgency === null ? t(words.earlier) : t(CallUrgency.labelOf(urgency))}</td>
              <FigureCell>{countAmount(n)}</FigureCell>
              <FigureCell>{share(n)}</FigureCell>
            </tr>
          ))}
        </LinesTable>
        <LinesTable
          heads={[nouns.operation, ...[words.calls, words.refused, words.unanswered, words.p95].map(figures)]}
        >
          {calls.byOperation.map((row) => (
            <tr key={row.operation}>
              <td>{t(CarrierOperation.labelOf(row.operation))}</td>
              <FigureCell>{countAmount(row.calls)}</FigureCell>
              <FigureCell>{countAmount(row.refused)}</FigureCell>
              <FigureCell isBad={row.unanswered > 0}>{countAmount(row.unanswered)}</FigureCell>
              <FigureCell>{countAmount(row.p95Ms)}</FigureCell>
            </tr>
          ))}
        </LinesTable>
      </Columns>
    </>
  );
}

function LastCalls({ calls }: { calls: Monitor['lastCalls'] }) {
  const t = useText();
  if (calls.length === 0)
    return (
      <Span as="p" ink="secondary">
        {t(words.noCalls)}
      </Span>
    );
  return (
    <LinesTable heads={[nouns.time, nouns.operation, nouns.outcome, figures(units.milliseconds), words.said]}>
      {calls.map((row) => (
        <tr key={row.id}>
          <td>
            <TimeText at={row.at} />
          </td>
          <td>{t(CarrierOperation.labelOf(row.operation))}</td>
          <Span as="td" ink={row.outcome === 'ok' || row.outcome === 'refused' ? undefined : 'danger'}>
            {t(CallOutcome.labelOf(row.outcome))}
          </Span>
          <FigureCell>{countAmount(row.durationMs)}</FigureCell>
          <td>{[row.carrierCode, row.carrierWords].filter(Boolean).join(' · ') || <Nothing />}</td>
        </tr>
      ))}
    </LinesTable>
  );
}
