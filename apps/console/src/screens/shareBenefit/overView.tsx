import { readCashOutSums } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { countDayReturns } from '@cardinal/contract/api/dayReturns/dayReturns.ts';
import { PROFIT_DAYS, readProfitOverview } from '@cardinal/contract/api/profitSharing/overview.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { FiguresStrip } from '@cardinal/ui/FiguresStrip.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { ChartCard } from '../../kit/ChartCard.tsx';
import type { Chart } from '../../kit/chart/chartModel.ts';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { AsOf } from '../../kit/Panel.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Link } from '../../shell/Link.tsx';
import { usePlace } from '../../shell/screenContext.ts';

const DeductForm = lazy(() => import('./_profit/DeductForm.tsx'));
const AskForm = lazy(() => import('./_cashOuts/AskForm.tsx'));

const words = {
  figures: text('分润（{currency}）', 'Profit ({currency})'),
  frozen: text('冻结分润', 'Frozen'),
  month: text('本月', 'This month'),
  lastMonth: text('上月', 'Last month'),
  daily: text('近 {n} 天每日分润（{currency}）', 'Profit by day, last {n} days ({currency})'),
  releases: text('未来 {n} 天解冻（{currency}）', 'Released in the next {n} days ({currency})'),
  waiting: text(
    '另有 {amount} 来自信用订购，待付款客户还款后解冻。',
    'Another {amount} was sold on credit and waits until its payers have paid.',
  ),
  packages: text('套餐前十（{currency}）', 'Top packages ({currency})'),
  buyers: text('下级前十（{currency}）', 'Top customers below ({currency})'),
  deduct: text('转入余额', 'Move to balance'),
  details: text('分润明细', 'Profit details'),
  cashOut: text('申请提现', 'Cash out'),
  records: text('提现记录', 'Cash-outs'),
  dayReturns: text('{n} 条日返失败', '{n} failed day {n|return|returns}'),
  underway: text('提现中 {amount} {currency}', 'On the way: {amount} {currency}'),
  withdrawn: text('累计已提现 {amount} {currency}', 'Cashed out: {amount} {currency}'),
  noneHint: text(
    '下级以高于本级成本的价格订购套餐后，差额会显示在这里。',
    'When customers below order above your cost, the difference appears here.',
  ),
};

type OfCurrency = AnswerOf<typeof readProfitOverview>['currencies'][number];

function chartOf(
  { currency }: OfCurrency,
  name: string,
  rows: readonly { readonly name: string; readonly amount: string }[],
  shape: 'columns' | 'bars',
): Chart {
  return {
    shape,
    measure: 'money',
    currency,
    categories: rows.map((row) => row.name),
    series: [{ key: 'earned', name, values: rows.map(({ amount }) => Number(amount)) }],
  };
}

function Currency({ of, children }: { of: OfCurrency; children?: React.ReactNode }) {
  const t = useText();
  const { currency } = of;
  const amount = (minor: string) => moneyAmount(minor, currency);
  const byDay = (days: OfCurrency['days']) =>
    days.map(({ day, amount: earned }) => ({ name: day.slice(5), amount: earned }));
  return (
    <Stack gap="l">
      <FiguresStrip
        label={t(words.figures, { currency })}
        figures={[
          { key: 'profit', label: t(moneyWords.profit), value: amount(of.profit), unit: currency },
          { key: 'frozen', label: t(words.frozen), value: amount(of.frozen), unit: currency },
          { key: 'today', label: t(nouns.today), value: amount(of.today) },
          { key: 'yesterday', label: t(nouns.yesterday), value: amount(of.yesterday) },
          { key: 'month', label: t(words.month), value: amount(of.month) },
          { key: 'lastMonth', label: t(words.lastMonth), value: amount(of.lastMonth) },
        ]}
      />
      {children}
      <Grid columns="wide">
        <ChartCard
          title={t(words.daily, { n: PROFIT_DAYS, currency })}
          height={180}
          lead={
            of.unlisted === '0' ? undefined : (
              <Paragraph ink="secondary">
                {t(moneyWords.unlisted, { amount: `${amount(of.unlisted)} ${currency}` })}
              </Paragraph>
            )
          }
          chart={chartOf(of, t(moneyWords.earned), byDay(of.days), 'columns')}
        />
        <ChartCard
          title={t(words.releases, { n: PROFIT_DAYS, currency })}
          height={180}
          lead={
            of.waiting === '0' ? undefined : (
              <Paragraph ink="secondary">{t(words.waiting, { amount: `${amount(of.waiting)} ${currency}` })}</Paragraph>
            )
          }
          chart={chartOf(of, t(words.frozen), byDay(of.releases), 'columns')}
        />
        <ChartCard
          title={t(words.packages, { currency })}
          height={220}
          chart={chartOf(of, t(moneyWords.earned), of.packages, 'bars')}
        />
        <ChartCard
          title={t(words.buyers, { currency })}
          height={220}
          chart={chartOf(of, t(moneyWords.earned), of.buyers, 'bars')}
        />
      </Grid>
    </Stack>
  );
}

/** What one earned, what may be used now and when the rest may; the platform sees all of it. */
export default function ProfitOverview() {
  const t = useText();
  const { match } = usePlace();
  const [deducting, setDeducting] = useState<OfCurrency>();
  const [isAsking, setIsAsking] = useState(false);
  const { data, error, refetch } = useRead(readProfitOverview, {});
  const { data: sums } = useRead(readCashOutSums, {});
  const { data: nights } = useRead(countDayReturns, {});
  // What the form offers to move is what there is when it opens, not what was shown before the last change.
  const deduct = async (currency: string) => {
    const { data: now } = await refetch();
    setDeducting(now?.currencies.find((each) => each.currency === currency));
  };
  return (
    <Stack gap="l">
      <Inline justify="between">
        <h1>{t(match.route.title)}</h1>
        <Inline>
          {data ? <AsOf at={data.asOf} /> : null}
          {nights && nights.open > 0 ? (
            <Link to="/shareBenefit/dayReturnFailedRecord?state=failed">{t(words.dayReturns, { n: nights.open })}</Link>
          ) : null}
          <Link to="/shareBenefit/shareBenefitDetail">{t(words.details)}</Link>
        </Inline>
      </Inline>
      {data ? null : <NotLoaded error={error} onRetry={refetch} />}
      {data && data.currencies.length === 0 ? (
        <EmptyState title={t(moneyWords.nothingEarned)} hint={t(words.noneHint)} />
      ) : null}
      {data?.currencies.map((each) => (
        <Currency key={each.currency} of={each}>
          <Inline>
            {sums?.offersCashOut && BigInt(each.profit) > 0n ? (
              <Button type="primary" onClick={() => setIsAsking(true)}>
                {t(words.cashOut)}
              </Button>
            ) : null}
            {data.offersDeduct && BigInt(each.profit) > 0n ? (
              <Button onClick={() => deduct(each.currency)}>{t(words.deduct)}</Button>
            ) : null}
            {sums?.currencies
              .filter(({ currency }) => currency === each.currency)
              .map(({ currency, underway, done }) => (
                <Inline key={currency}>
                  <span>{t(words.underway, { amount: moneyAmount(underway, currency), currency })}</span>
                  <span>{t(words.withdrawn, { amount: moneyAmount(done, currency), currency })}</span>
                  <Link to="/shareBenefit/cashOutRecord">{t(words.records)}</Link>
                </Inline>
              ))}
          </Inline>
        </Currency>
      ))}
      <Suspense fallback={null}>
        {isAsking ? <AskForm onClose={() => setIsAsking(false)} /> : null}
        {deducting ? <DeductForm of={deducting} onClose={() => setDeducting(undefined)} /> : null}
      </Suspense>
    </Stack>
  );
}
