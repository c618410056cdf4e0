import { readCycleTile } from '@cardinal/contract/api/reports/dashboard.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { byteAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { ChartCard } from '../../kit/ChartCard.tsx';
import { ProofLink } from './ProofLink.tsx';
import { useTile } from './useTile.ts';

const words = {
  used: text('本账期已用 {used}', '{used} used in this cycle'),
  heading: text('本账期已用 {used}，预计到期末 {forecast}', '{used} used in this cycle, about {forecast} by its end'),
  lastSoFar: text('上账期同期', 'Last cycle to date'),
  last: text('上账期全部', 'Last cycle, full'),
  ends: text('账期止', 'Ends on'),
  top: text('本账期用量最多的卡', 'Top cards this cycle'),
  forecast: text('预计', 'Forecast'),
};

const CHART_HEIGHT = 190;

const volume = (bytes: string): string => {
  const { value, unit } = byteAmount(bytes);
  return `${value} ${unit}`;
};
const numberOf = (bytes: string | null): number | null => (bytes === null ? null : Number(bytes));

/** Usage of the running cycles beside the previous ones, with a forecast at the recent pace. */
export function CycleTile() {
  const t = useText();
  const tile = useTile(readCycleTile);
  const { data } = tile;
  const title = !data ? nouns.usageOfThisCycle : data.forecast === null ? words.used : words.heading;
  return (
    <ChartCard
      title={t(title, { used: volume(data?.used ?? '0'), forecast: volume(data?.forecast ?? '0') })}
      state={tile}
      asOf={data?.asOf}
      height={CHART_HEIGHT}
      lead={
        data ? (
          <Inline as="p" gap="l" below="s" ink="secondary" size="m">
            {data.lastSoFar === null ? null : (
              <span>
                {t(words.lastSoFar)} <b>{volume(data.lastSoFar)}</b>
              </span>
            )}
            {data.last === null ? null : (
              <span>
                {t(words.last)} <b>{volume(data.last)}</b>
              </span>
            )}
            {data.endsOn.length === 0 ? null : (
              <span>
                {t(words.ends)} <b>{data.endsOn.map((day) => day.slice(5)).join(' / ')}</b>
              </span>
            )}
            {data.link ? <ProofLink link={data.link}>{t(words.top)}</ProofLink> : null}
          </Inline>
        ) : null
      }
      chart={
        data && {
          shape: 'lines',
          measure: 'bytes',
          categories: data.days.map(({ day }) => day.slice(5)),
          series: [
            { key: 'used', name: t(nouns.used), values: data.days.map((day) => numberOf(day.used)) },
            {
              key: 'forecast',
              name: t(words.forecast),
              isQuiet: true,
              values: data.days.map((day) => numberOf(day.forecast)),
            },
          ],
          ...(data.last === null ? {} : { limit: { value: Number(data.last), name: t(words.last) } }),
        }
      }
    />
  );
}
