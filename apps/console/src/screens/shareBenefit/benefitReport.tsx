import { ReportBasis, ReportRow, readProfitReport } from '@cardinal/contract/api/profitSharing/report.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { DatePicker, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { ChartCard } from '../../kit/ChartCard.tsx';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { AsOf } from '../../kit/Panel.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Link } from '../../shell/Link.tsx';
import { usePlace, useSearch } from '../../shell/screenContext.ts';

const words = {
  period: text('时间', 'Period'),
  sales: text('销量', 'Sales'),
  price: text('收取', 'Paid to me'),
  cost: text('成本', 'Cost'),
  reversed: text('冲回', 'Reversed'),
  net: text('净分润', 'Net'),
  rate: text('利润率', 'Margin'),
  chart: text('净分润（{currency}）', 'Net profit ({currency})'),
  before: text('上一同长时段净分润 {amount} {currency}', 'The same span before: {amount} {currency} net'),
  more: text('另有 {n} 行未显示，合计已包含。', '{n} more {n|row is|rows are} not shown; the total includes them.'),
  none: text('这段时间没有分润', 'No profit in this period'),
  noneHint: text('换一段时间，或改为按销售时间统计。', 'Choose another period, or count by sale.'),
};

type OfCurrency = AnswerOf<typeof readProfitReport>['currencies'][number];
type Figures = OfCurrency['total'];

const rateOf = ({ net, price }: Figures): string =>
  price === '0' ? '—' : `${((Number(net) / Number(price)) * 100).toFixed(1)}%`;

/** Where a row leads: the same entries, one by one. */
function detailOf(by: ReportRow, key: string, period: { from: string; to: string }): string {
  const search = new URLSearchParams();
  const [from, to] =
    by === 'day'
      ? [key, key]
      : by === 'month'
        ? [`${key}-01`, dayjs(`${key}-01`).endOf('month').format('YYYY-MM-DD')]
        : [period.from, period.to];
  search.set('atFrom', dayjs(from).startOf('day').format());
  search.set('atTo', dayjs(to).endOf('day').format());
  if (by === 'package') search.set('packageId', key);
  if (by === 'buyer') search.set('buyerId', key);
  if (by === 'platform') search.set('platform', key);
  if (by === 'source') search.set('source', key);
  return `/shareBenefit/shareBenefitDetail?${search}`;
}

function Amounts({ row, currency }: { row: Figures; currency: string }) {
  const amount = (minor: string) => (
    <FigureCell>
      <Money minor={minor} currency={currency} />
    </FigureCell>
  );
  return (
    <>
      <FigureCell>{countAmount(row.sales)}</FigureCell>
      {amount(row.price)}
      {amount(row.cost)}
      {amount(row.profit)}
      {amount(row.reversed)}
      {amount(row.net)}
      <FigureCell>{rateOf(row)}</FigureCell>
    </>
  );
}

function Report(props: { of: OfCurrency; by: ReportRow; isBySale: boolean; period: { from: string; to: string } }) {
  const t = useText();
  const { of, by, period } = props;
  const { currency } = of;
  const isTime = by === 'day' || by === 'month';
  const drawn = isTime ? of.rows : of.rows.slice(0, 20);
  return (
    <Stack gap="m">
      <Heading>{currency}</Heading>
      <ChartCard
        title={t(words.chart, { currency })}
        height={isTime ? 180 : Math.max(120, drawn.length * 24)}
        chart={{
          shape: isTime ? 'columns' : 'bars',
          measure: 'money',
          currency,
          categories: drawn.map(({ name }) => name),
          series: [{ key: 'net', name: t(words.net), values: drawn.map(({ net }) => Number(net)) }],
        }}
      />
      <Paragraph ink="secondary">{t(words.before, { amount: moneyAmount(of.before, currency), currency })}</Paragraph>
      <LinesTable
        heads={[
          ReportRow.labelOf(by),
          figures(words.sales),
          figures(words.price),
          figures(words.cost),
          figures(moneyWords.earned),
          figures(words.reversed),
          figures(words.net),
          figures(words.rate),
        ]}
      >
        {of.rows.map((row) => (
          <tr key={row.key}>
            <td>
              {props.isBySale && row.key !== '' ? <Link to={detailOf(by, row.key, period)}>{row.name}</Link> : row.name}
            </td>
            <Amounts row={row} currency={currency} />
          </tr>
        ))}
        <tr>
          <th scope="row">{t(nouns.total)}</th>
          <Amounts row={of.total} currency={currency} />
        </tr>
      </LinesTable>
      {of.unlisted === '0' ? null : (
        <Paragraph ink="secondary">
          {t(moneyWords.unlisted, { amount: `${moneyAmount(of.unlisted, currency)} ${currency}` })}
        </Paragraph>
      )}
      {of.more > 0 ? <Paragraph ink="secondary">{t(words.more, { n: countAmount(of.more) })}</Paragraph> : null}
    </Stack>
  );
}

/** What was earned in a period, by month, package, customer, carrier or source; totals are those of the details. */
export default function BenefitReport() {
  const t = useText();
  const { match } = usePlace();
  const [search, setSearch] = useSearch();
  const today = dayjs();
  const period = {
    from: search.get('from') ?? today.subtract(2, 'month').startOf('month').format('YYYY-MM-DD'),
    to: search.get('to') ?? today.format('YYYY-MM-DD'),
  };
  const by = ReportRow.options.find(({ value }) => value === search.get('by'))?.value ?? 'month';
  const basis = ReportBasis.options.find(({ value }) => value === search.get('basis'))?.value ?? 'earned';
  const { data, error, refetch } = useRead(readProfitReport, { ...period, by, basis }, { keepsPrevious: true });
  const set = (changes: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries(changes)) next.set(key, value);
    setSearch(next);
  };
  return (
    <Stack gap="l">
      <Inline justify="between">
        <h1>{t(match.route.title)}</h1>
        {data ? <AsOf at={data.asOf} /> : null}
      </Inline>
      <Inline>
        <DatePicker.RangePicker
          aria-label={t(words.period)}
          allowClear={false}
          value={[dayjs(period.from), dayjs(period.to)]}
          maxDate={today}
          onChange={(picked) => {
            const [from, to] = picked ?? [];
            if (from && to) set({ from: from.format('YYYY-MM-DD'), to: to.format('YYYY-MM-DD') });
          }}
        />
        <Select
          aria-label={t(ReportRow.title)}
          value={by}
          style={{ width: 128 }}
          options={ReportRow.options.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(value) => set({ by: value })}
        />
        <Segmented
          aria-label={t(ReportBasis.title)}
          value={basis}
          options={ReportBasis.options.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(value) => set({ basis: String(value) })}
        />
      </Inline>
      {data ? null : <NotLoaded error={error} onRetry={refetch} />}
      {data && data.currencies.length === 0 ? <EmptyState title={t(words.none)} hint={t(words.noneHint)} /> : null}
      {data?.currencies.map((each) => (
        <Report key={each.currency} of={each} by={by} isBySale={basis === 'earned'} period={period} />
      ))}
    </Stack>
  );
}
