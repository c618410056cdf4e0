import { statementNotOffered } from '@cardinal/contract/api/statements/refusals.ts';
import { readStatementMonth, type StatementDay } from '@cardinal/contract/api/statements/statements.ts';
import { StatementState } from '@cardinal/contract/enumerations/statement.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { ShareBar } from '@cardinal/ui/layout/Bar.tsx';
import { PickButton, ToggleChip } from '@cardinal/ui/layout/Choices.tsx';
import { Tracks } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { useSearch } from '../../../shell/screenContext.ts';
import { StatementOfDay } from './StatementOfDay.tsx';
import { DAY_LOOKS, statementWords } from './statementWords.ts';

const words = {
  previous: text('上个月', 'Previous month'),
  next: text('下个月', 'Next month'),
  open: text('{n} 笔差异待处理', '{n} open {n|difference|differences}'),
  none: text('本月没有对账单。', 'No statements in this month.'),
  notOfferedHint: text('请在渠道后台核对收款。', 'Compare with the provider’s own console.'),
  failed: text('对账加载失败', 'Failed to load the statements'),
};

/** `2026-11` a number of months later. */
function monthAfter(month: string, by: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The days of a month, and before them those of its first week that belong to the month before. */
function daysOf(month: string): string[] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS;
  const end = Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`);
  return Array.from({ length: (end - monday) / DAY_MS }, (_, at) =>
    new Date(monday + at * DAY_MS).toISOString().slice(0, 10),
  );
}

const came = (day: StatementDay | undefined, currency: string): bigint =>
  BigInt(day?.sums.find((sum) => sum.currency === currency)?.came ?? 0);

function DayCell(props: {
  day: string;
  found: StatementDay | undefined;
  currency: string;
  most: bigint;
  isPicked: boolean;
  onPick: () => void;
}) {
  const t = useText();
  const { day, found, currency, most } = props;
  const amount = came(found, currency);
  return (
    <PickButton isPicked={props.isPicked} disabled={!found} aria-pressed={props.isPicked} onClick={props.onPick}>
      <Stack as="span" gap="xs">
        <Inline as="span" gap="xs" justify="between" isOneLine>
          <Span ink={found ? 'ink' : 'faint'} weight="medium">
            {Number(day.slice(8))}
          </Span>
          {found ? (
            <StatusTag {...DAY_LOOKS[found.state]} word={found.open > 0 ? countAmount(found.open) : ''} />
          ) : null}
        </Inline>
        <Span ink="secondary" size="s" align="end">
          {found?.state === 'waiting' || !found ? ' ' : amount === 0n ? '—' : moneyAmount(amount, currency)}
        </Span>
        {found && found.state !== 'waiting' ? (
          <ShareBar
            share={most === 0n ? 0 : Number((amount * 100n) / most) / 100}
            tone={found.state === 'differs' ? 'danger' : 'success'}
          />
        ) : null}
        {found ? <span className="only-heard">{t(StatementState.labelOf(found.state))}</span> : null}
      </Stack>
    </PickButton>
  );
}

const MONDAY = Date.UTC(2026, 0, 5);
function Weekdays() {
  const language = useLanguage();
  const name = new Intl.DateTimeFormat(language.replace('_', '-'), { weekday: 'short', timeZone: 'UTC' });
  return [0, 1, 2, 3, 4, 5, 6].map((at) => (
    <Span key={at} ink="secondary" size="s" align="center">
      {name.format(MONDAY + at * DAY_MS)}
    </Span>
  ));
}

/** The statements of a merchant: a month as a calendar, and one day with its sums, its differences and its lines. */
export default function StatementsTab({ merchantId }: { merchantId: string }) {
  const t = useText();
  const [search] = useSearch();
  const asked = search.get('day');
  const yesterday = dayText(new Date(Date.now() - DAY_MS));
  const [picked, setPicked] = useState(asked && /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : undefined);
  const [month, setMonth] = useState((picked ?? yesterday).slice(0, 7));
  const [wanted, setCurrency] = useState<string>();
  const { data, error, refetch } = useRead(readStatementMonth, { merchantId, month }, { keepsPrevious: true });
  if (!data) return <NotLoaded failed={words.failed} error={error} onRetry={refetch} />;
  if (!data.isOffered) return <EmptyState title={t(statementNotOffered.text)} hint={t(words.notOfferedHint)} />;

  const currencies = [...new Set(data.days.flatMap(({ sums }) => sums.map(({ currency }) => currency)))];
  const currency = currencies.find((each) => each === wanted) ?? currencies[0] ?? 'CNY';
  const byDay = new Map(data.days.map((each) => [each.day, each]));
  const most = data.days.reduce((top, day) => (came(day, currency) > top ? came(day, currency) : top), 0n);
  const shown =
    byDay.get(picked ?? '') ??
    data.days.findLast(({ open }) => open > 0) ??
    data.days.findLast(({ lines }) => lines > 0);
  const turn = (by: number) => {
    setMonth(monthAfter(month, by));
    setPicked(undefined);
  };
  return (
    <Stack gap="l">
      <Inline align="center">
        <Button size="small" aria-label={t(words.previous)} onClick={() => turn(-1)}>
          ‹
        </Button>
        <Span weight="strong">{month}</Span>
        <Button
          size="small"
          aria-label={t(words.next)}
          disabled={month >= yesterday.slice(0, 7)}
          onClick={() => turn(1)}
        >
          ›
        </Button>
        {data.open > 0 ? <Span ink="danger">{t(words.open, { n: data.open })}</Span> : null}
        <Spacer />
        {currencies.length > 1
          ? currencies.map((each) => (
              <ToggleChip key={each} isOn={each === currency} onClick={() => setCurrency(each)}>
                {each}
              </ToggleChip>
            ))
          : null}
      </Inline>
      <Tracks columns="repeat(7, minmax(0, 1fr))" gap="xs" role="group" aria-label={t(statementWords.title)}>
        <Weekdays />
        {daysOf(month).map((day) =>
          day.startsWith(month) ? (
            <DayCell
              key={day}
              day={day}
              found={byDay.get(day)}
              currency={currency}
              most={most}
              isPicked={shown?.day === day}
              onPick={() => setPicked(day)}
            />
          ) : (
            <span key={day} />
          ),
        )}
      </Tracks>
      {data.days.length === 0 ? <Span ink="secondary">{t(words.none)}</Span> : null}
      {shown ? <StatementOfDay key={shown.day} month={data} day={shown} currency={currency} /> : null}
    </Stack>
  );
}
