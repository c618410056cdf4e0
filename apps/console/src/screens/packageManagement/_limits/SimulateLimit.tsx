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
import { useDeferredValue, useState } from 'react';
import { FactsList } from '../../../kit/FactsList.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { LabelledStaircase, NOT_LIMITED } from '../../../parts/control/Staircase.tsx';
import { stairsOf } from '../../../parts/control/staircase.ts';
import { TRY_NOTE, TRY_TITLE, TryDay, TryVolume } from '../../../parts/control/TryFields.tsx';
import { bytesTyped, type TypedVolume } from '../../../parts/control/typedVolume.ts';
import { isByMonth } from './tierDrafts.ts';

const words = {
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
    <Sheet isOpen title={t(TRY_TITLE, { name: strategy.name })} onClose={onClose}>
      <Paragraph ink="secondary">{t(TRY_NOTE)}</Paragraph>
      <Stack gap="l" above="l">
        <TryVolume value={typed} onChange={setTyped} />
        <TryDay value={day} onChange={setDay} />
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
