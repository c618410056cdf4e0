import { readConsumptionSummary } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { ConsumeType } from '@cardinal/contract/enumerations/payment.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { ChartCard } from '../../../kit/ChartCard.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { ListChart } from '../../../kit/list/ListChart.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { moneyFlow } from './flowWords.ts';
import type { Period } from './period.ts';

const words = {
  title: text('收支汇总：{from} 至 {to}', 'Money in and out: {from} to {to}'),
  days: text('每日收支（{currency}）', 'In and out by day ({currency})'),
  types: text('按消费类型（{currency}）', 'By consume type ({currency})'),
  spent: text('消费', 'Spent'),
};

/** Opening + in − out = closing of the period shown, in each currency; days and types of each below. */
export function Summary({ period }: { period: Period }) {
  const t = useText();
  const { data, error, refetch } = useRead(readConsumptionSummary, period, { keepsPrevious: true });
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  const { currency, opening, moneyIn, moneyOut, closing } = moneyFlow;
  return (
    <Stack gap="m">
      <LinesTable heads={[currency, figures(opening), figures(moneyIn), figures(moneyOut), figures(closing)]}>
        {data.sums.map((sum) => (
          <tr key={sum.currency}>
            <td>{sum.currency}</td>
            {(['opening', 'moneyIn', 'moneyOut', 'closing'] as const).map((name) => (
              <FigureCell key={name}>
                <Money minor={sum[name]} currency={sum.currency} />
              </FigureCell>
            ))}
          </tr>
        ))}
      </LinesTable>
      <ListChart title={t(words.title, { from: period.from.slice(0, 10), to: period.to.slice(0, 10) })}>
        {data.sums.map((sum) => {
          // Recharges and transfers are of no type and are no spending.
          const types = sum.types.filter(({ consumeType }) => consumeType !== null);
          return (
            <Grid key={sum.currency} columns="wide">
              <ChartCard
                title={t(words.days, { currency: sum.currency })}
                height={160}
                chart={{
                  shape: 'columns',
                  measure: 'money',
                  currency: sum.currency,
                  categories: sum.days.map(({ day }) => day),
                  series: [
                    { key: 'in', name: t(moneyIn), values: sum.days.map((day) => Number(day.moneyIn)) },
                    { key: 'out', name: t(moneyOut), values: sum.days.map((day) => Number(day.moneyOut)) },
                  ],
                }}
              />
              <ChartCard
                title={t(words.types, { currency: sum.currency })}
                height={160}
                chart={{
                  shape: 'bars',
                  measure: 'money',
                  currency: sum.currency,
                  categories: types.map(({ consumeType }) => t(ConsumeType.labelOf(consumeType))),
                  series: [{ key: 'spent', name: t(words.spent), values: types.map(({ spent }) => Number(spent)) }],
                }}
              />
            </Grid>
          );
        })}
      </ListChart>
    </Stack>
  );
}
