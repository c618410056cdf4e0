import { readFlowPoolUsage } from '@cardinal/contract/api/flowPools/flowPools.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { ChartCard } from '../../../kit/ChartCard.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { volumeOf } from './flowPoolWords.ts';

const words = {
  drawn: text('池提供', 'Given by the pool'),
  overage: text('超出', 'Overage'),
  days: text('{cycle} 池提供 {drawn}，超出 {overage}', '{cycle}: {drawn} given, {overage} overage'),
  top: text('取用前 20 张卡', 'The 20 cards that drew most'),
};

const figure = (bytes: string | null) => (bytes === null ? null : Number(bytes));

/** What a pool gave by day, what its cards used beyond, and which drew most. */
export function FlowPoolUsage({ poolId }: { poolId: string }) {
  const t = useText();
  const state = useRead(readFlowPoolUsage, { poolId }, { every: 60_000 });
  const { data } = state;
  return (
    <Grid columns="wide">
      <ChartCard
        title={
          data
            ? t(words.days, { cycle: data.cycle, drawn: volumeOf(data.drawn), overage: volumeOf(data.overage) })
            : t(words.drawn)
        }
        asOf={data?.asOf}
        state={state}
        height={220}
        chart={
          data && {
            shape: 'columns',
            measure: 'bytes',
            categories: data.days.map(({ day }) => day.slice(5)),
            series: [
              { key: 'drawn', name: t(words.drawn), values: data.days.map(({ drawn }) => figure(drawn)) },
              { key: 'overage', name: t(words.overage), values: data.days.map(({ overage }) => figure(overage)) },
            ],
          }
        }
      />
      <ChartCard
        title={t(words.top)}
        asOf={data?.asOf}
        state={state}
        height={Math.max(120, (data?.top.length ?? 0) * 24)}
        chart={
          data && {
            shape: 'bars',
            measure: 'bytes',
            // The end of a number tells cards apart.
            categories: data.top.map(({ iccid }) => `…${iccid.slice(-8)}`),
            series: [{ key: 'drawn', name: t(words.drawn), values: data.top.map(({ drawn }) => Number(drawn)) }],
          }
        }
      />
    </Grid>
  );
}
