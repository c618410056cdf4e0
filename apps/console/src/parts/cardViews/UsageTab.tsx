import { readCardSessions } from '@cardinal/contract/api/carrierSync/sessions.ts';
import { USAGE_DAYS } from '@cardinal/contract/api/usage/usage.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { Alert, Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Panel } from '../../kit/Panel.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { UsageChart, useDailyUsage } from './UsageChart.tsx';
import { byCycle } from './usageFigures.ts';
import type { CardView } from './useCard.ts';

const PlacesUsed = lazy(async () => ({ default: (await import('./CardPlaces.tsx')).PlacesUsed }));

const PackageUse = lazy(async () => ({ default: (await import('./PackageUse.tsx')).PackageUse }));

const UnclearUsage = lazy(async () => ({ default: (await import('./UnclearUsage.tsx')).UnclearUsage }));

const words = {
  days: text('近 {n} 天', '{n} {n|day|days}'),
  cycles: text('按计费周期', 'By billing cycle'),
  cycle: text('周期', 'Cycle'),
  read: text('有读数的天数', 'Days with readings'),
  beforeFirst: text(
    '周期 {cycle} 另有 {amount} 在首次读数之前已用，不属于任何一天。',
    'Cycle {cycle}: another {amount} had been used before the first reading; no day holds it.',
  ),
  turning: text(
    '新账期刚开始，运营商计数器可能尚未重新开始：确认前不计入用量。',
    'A cycle has just begun and the carrier’s counter may not have restarted: nothing is counted until that is known.',
  ),
  of: text('{read} / {days}', '{read} of {days}'),
};
const PERIODS = [USAGE_DAYS.initial, 90, USAGE_DAYS.most];

/** Data by day and by billing cycle, and what its packages were used for; without what those above hide. */
export function UsageTab({ view }: { view: CardView }) {
  const hidesLeft = view.hides.includes('remaining');
  return (
    <Stack>
      {view.hides.includes('daily') ? null : <Days view={view} />}
      {hidesLeft ? null : (
        <Suspense>
          <PackageUse cardId={view.card.id} />
        </Suspense>
      )}
    </Stack>
  );
}

function Days({ view }: { view: CardView }) {
  const { card, carrier } = view;
  const t = useText();
  const [days, setDays] = useState<number>(USAGE_DAYS.initial);
  const usage = useDailyUsage(card.id, days);
  return (
    <Stack>
      <Segmented
        aria-label={t(nouns.period)}
        value={days}
        options={PERIODS.map((n) => ({ value: n, label: t(words.days, { n }) }))}
        onChange={setDays}
      />
      {usage.data?.isTurning ? <Alert type="info" showIcon title={t(words.turning)} /> : null}
      <UsageChart cardId={card.id} days={days} height={260} />
      {usage.data && usage.data.unclear.length > 0 ? (
        <Suspense>
          <UnclearUsage cardId={card.id} steps={usage.data.unclear} maySettle={usage.data.maySettle} />
        </Suspense>
      ) : null}
      <Panel title={t(words.cycles)} state={usage} asOf={usage.data?.asOf}>
        {usage.data ? (
          <ScrollBox width="xl">
            <table className="lines-table is-counts">
              <thead>
                <tr>
                  <th scope="col">{t(words.cycle)}</th>
                  <th scope="col">{t(nouns.dataUsed)}</th>
                  <th scope="col">{t(words.read)}</th>
                </tr>
              </thead>
              <tbody>
                {byCycle(usage.data.days, carrier.cycleDay).map((cycle) => (
                  <tr key={cycle.key}>
                    <th scope="row">{cycle.key}</th>
                    <td>{cycle.read === 0 ? '—' : <Volume bytes={cycle.bytes} />}</td>
                    <td>{t(words.of, { read: cycle.read, days: cycle.days })}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {usage.data.beforeFirst ? (
              <Paragraph ink="secondary" size="s" above="m">
                {t(words.beforeFirst, {
                  cycle: usage.data.beforeFirst.cycle,
                  amount: volumeText(BigInt(usage.data.beforeFirst.bytes)),
                })}
              </Paragraph>
            ) : null}
          </ScrollBox>
        ) : undefined}
      </Panel>
      {mayCall(readCardSessions) && !view.hides.includes('location') ? (
        <Suspense>
          <PlacesUsed cardId={card.id} days={days} />
        </Suspense>
      ) : null}
    </Stack>
  );
}
