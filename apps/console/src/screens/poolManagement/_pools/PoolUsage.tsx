import { poolFields, readPoolUsage } from '@cardinal/contract/api/pools/cardPools.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { ChartCard } from '../../../kit/ChartCard.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { volumeOf } from './poolWords.ts';

const words = {
  thisCycle: text('本期累计', 'This cycle'),
  lastCycle: text('上期累计', 'Last cycle'),
  running: text('{cycle} 已用 {used}，贡献 {contributed}', '{cycle}: {used} used of {contributed}'),
  ofQuota: text('{cycle} 已用 {used}，配额 {quota}', '{cycle}: {used} used of the quota of {quota}'),
  days: text('每日用量', 'Usage by day'),
  top: text('用量前 20 张卡，占全池 {percent}%', 'Top 20 cards: {percent}% of the pool'),
};

type Usage = AnswerOf<typeof readPoolUsage>;
const figure = (bytes: string | null) => (bytes === null ? null : Number(bytes));

/** A running sum; it ends where nothing is known yet. */
function summed(values: readonly (string | null)[]): (number | null)[] {
  let sum = 0;
  return values.map((each) => {
    if (each === null) return null;
    sum += Number(each);
    return sum;
  });
}

export const usePoolUsage = (poolId: string) => useRead(readPoolUsage, { poolId }, { every: 60_000 });
type State = ReturnType<typeof usePoolUsage>;

const usedOf = ({ days }: Usage) => String(days.reduce((sum, { used }) => sum + BigInt(used ?? 0), 0n));

/** What the pool used so far against its quota or what its cards brought, beside the cycle before. */
export function CycleChart({ state, limit = null }: { state: State; limit?: string | null }) {
  const t = useText();
  const { data } = state;
  const titleOf = (of: Usage) => {
    const facts = { cycle: of.cycle, used: volumeOf(usedOf(of)) };
    return limit === null
      ? t(words.running, { ...facts, contributed: volumeOf(of.contributed) })
      : t(words.ofQuota, { ...facts, quota: volumeOf(limit) });
  };
  return (
    <ChartCard
      title={data ? titleOf(data) : t(words.thisCycle)}
      asOf={data?.asOf}
      state={state}
      height={220}
      chart={
        data && {
          shape: 'lines',
          measure: 'bytes',
          categories: data.days.map(({ day }) => day.slice(5)),
          series: [
            { key: 'used', name: t(words.thisCycle), values: summed(data.days.map(({ used }) => used)) },
            {
              key: 'before',
              name: t(words.lastCycle),
              values: summed(data.days.map(({ before }) => before)),
              isQuiet: true,
            },
          ],
          ...(limit !== null
            ? { limit: { value: Number(limit), name: t(poolFields.quotaBytes.label) } }
            : data.contributed === '0'
              ? {}
              : { limit: { value: Number(data.contributed), name: t(poolFields.contributed.label) } }),
        }
      }
    />
  );
}

/** By day, and the cards that used most. */
export function UsageParts({ state }: { state: State }) {
  const t = useText();
  const { data } = state;
  const percent = Math.round((data?.top ?? []).reduce((sum, { sharePercent }) => sum + sharePercent, 0) * 10) / 10;
  return (
    <Grid columns="wide">
      <ChartCard
        title={t(words.days)}
        asOf={data?.asOf}
        state={state}
        height={220}
        chart={
          data && {
            shape: 'columns',
            measure: 'bytes',
            categories: data.days.map(({ day }) => day.slice(5)),
            series: [{ key: 'used', name: t(nouns.dataUsed), values: data.days.map(({ used }) => figure(used)) }],
          }
        }
      />
      <ChartCard
        title={t(words.top, { percent })}
        asOf={data?.asOf}
        state={state}
        height={Math.max(120, (data?.top.length ?? 0) * 24)}
        chart={
          data && {
            shape: 'bars',
            measure: 'bytes',
            // The end of a number tells cards apart.
            categories: data.top.map(({ iccid }) => `…${iccid.slice(-8)}`),
            series: [{ key: 'used', name: t(nouns.dataUsed), values: data.top.map(({ used }) => Number(used)) }],
          }
        }
      />
    </Grid>
  );
}
