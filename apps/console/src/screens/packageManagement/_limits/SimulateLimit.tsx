import { type limitStrategies, simulateLimitStrategy } from '@cardinal/contract/api/control/limitStrategies.ts';
import { stepText, type Tier } from '@cardinal/contract/api/control/limitTiers.ts';
import { LimitReset } from '@cardinal/contract/enumerations/control.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Input } from 'antd';
import { lazy, Suspense, useDeferredValue, useId, useState } from 'react';
import { FactsList } from '../../../kit/FactsList.tsx';
import { Field } from '../../../kit/Field.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { LabelledStaircase, NOT_LIMITED } from '../../../parts/control/Staircase.tsx';
import { stairsOf } from '../../../parts/control/staircase.ts';
import { bytesTyped, type TypedVolume } from '../../../parts/control/typedVolume.ts';
import { VolumeInput } from '../../../parts/control/VolumeInput.tsx';
import { isByMonth } from './tierDrafts.ts';

const DayInput = lazy(() => import('../../../kit/form/DayInput.tsx'));

const words = {
  title: text('试算「{name}」', 'Try “{name}”'),
  note: text(
    '按输入的用量和日期计算，不涉及任何卡。',
    'Computed from the usage and day entered; no card is concerned.',
  ),
  usage: text('已用流量', 'Data used so far'),
  unit: text('单位', 'Unit'),
  day: text('用量日期', 'Day of this usage'),
  result: text('该用量的速率', 'Speed at this usage'),
  next: text('下一段', 'Next tier'),
  last: text('没有更低的分段', 'No further tier'),
};
type Row = RowOf<typeof limitStrategies.list>;

const tiersOn = ({ type, tiers }: Row, day: string): readonly Tier[] =>
  isByMonth(type) ? tiers.filter(({ month }) => month === Number(day.slice(5, 7))) : tiers;

/** What a strategy gives a volume on a day, and why. */
export default function SimulateLimit({ strategy, onClose }: { strategy: Row; onClose: () => void }) {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState<TypedVolume>({ value: '1.2', unit: 'GB' });
  const [day, setDay] = useState<string | undefined>(() => dayText(new Date()));
  const usedBytes = useDeferredValue(bytesTyped(typed));
  const answer = useRead(
    simulateLimitStrategy,
    usedBytes !== '' && day !== undefined && { id: strategy.id, usedBytes, day },
    { keepsPrevious: true },
  );
  const { data } = answer;
  const tiers = day === undefined ? [] : tiersOn(strategy, day);
  const at =
    usedBytes === '' ? -1 : stairsOf(tiers).findLastIndex((step) => BigInt(step.afterBytes) <= BigInt(usedBytes));
  return (
    <Sheet isOpen title={t(words.title, { name: strategy.name })} onClose={onClose}>
      <Paragraph ink="secondary">{t(words.note)}</Paragraph>
      <Stack gap="l" above="l">
        <Field id={`${id}-usage`} label={t(words.usage)}>
          <VolumeInput
            id={`${id}-usage`}
            label={t(words.usage)}
            unitLabel={t(words.unit)}
            value={typed}
            onChange={setTyped}
          />
        </Field>
        <Field id={`${id}-day`} label={t(words.day)}>
          <Suspense fallback={<Input disabled />}>
            <DayInput id={`${id}-day`} value={day} onChange={setDay} problem={undefined} />
          </Suspense>
        </Field>
      </Stack>
      <Panel title={t(words.result)} state={answer} height={160} className="above-l">
        {data ? (
          <Stack gap="l">
            <Span size="xl" weight="strong" isBlock>
              {data.kbps === null ? t(NOT_LIMITED) : `${data.kbps} kbps`}
            </Span>
            {tiers.length > 0 ? (
              <LabelledStaircase tiers={tiers} of={strategy.tiers} at={at < 0 ? undefined : at} />
            ) : null}
            <FactsList
              facts={[
                { label: nouns.reason, value: data.why },
                { label: words.next, value: data.next ? stepText(data.next) : t(words.last) },
                { label: LimitReset.title, value: t(LimitReset.labelOf(strategy.reset)) },
              ]}
            />
          </Stack>
        ) : undefined}
      </Panel>
    </Sheet>
  );
}
