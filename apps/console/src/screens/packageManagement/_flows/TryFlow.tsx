import { type flowStrategies, previewFlowStrategy } from '@cardinal/contract/api/control/flowStrategies.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { typedInteger } from '@cardinal/primitives/typing.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { Input } from 'antd';
import { useDeferredValue, useId, useState } from 'react';
import { Field } from '../../../kit/Field.tsx';
import { LinesTable } from '../../../kit/LinesTable.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { NOT_LIMITED } from '../../../parts/control/Staircase.tsx';
import { TRY_NOTE, TRY_TITLE, TryDay, TryVolume } from '../../../parts/control/TryFields.tsx';
import { bytesTyped, type TypedVolume } from '../../../parts/control/typedVolume.ts';

const words = {
  allowance: text('套餐流量', 'Allowance of the package'),
  unlimited: text('不填为不限量', 'Empty: without limit'),
  today: text('当日已用', 'Used that day'),
  pool: text('流量池已用（%）', 'Pool used, %'),
  result: text('此时会执行', 'What would happen'),
  nothing: text('不执行任何动作', 'Nothing'),
  remind: text('只提醒', 'A reminder only'),
  fires: text('触发', 'Fires'),
  rests: text('未触发', 'Not reached'),
};
type Row = RowOf<typeof flowStrategies.list>;
const FIRES = { shape: 'disc', tone: 'warning' } as const;
const RESTS = { shape: 'ring', tone: 'neutral' } as const;
const { LIMIT, NO_CONTROL } = ControlAction.values;

/** What the rules of a strategy would do at a usage, and why. */
export default function TryFlow({ strategy, onClose }: { strategy: Row; onClose: () => void }) {
  const t = useText();
  const id = useId();
  const goesBy = (base: string) => strategy.rules.some((rule) => rule.base === base);
  const [allowance, setAllowance] = useState<TypedVolume>({ value: '1', unit: 'GB' });
  const [used, setUsed] = useState<TypedVolume>({ value: '0.9', unit: 'GB' });
  const [today, setToday] = useState<TypedVolume>({ value: '', unit: 'GB' });
  const [pool, setPool] = useState('');
  const [day, setDay] = useState<string | undefined>(() => dayText(new Date()));
  const asked = useDeferredValue({
    allowanceBytes: bytesTyped(allowance) || undefined,
    usedBytes: bytesTyped(used),
    dayBytes: bytesTyped(today) || undefined,
    poolPercent: pool || undefined,
  });
  const answer = useRead(
    previewFlowStrategy,
    asked.usedBytes !== '' && day !== undefined && { id: strategy.id, day, ...asked },
    { keepsPrevious: true },
  );
  const { data } = answer;
  const outcome = () => {
    if (!data || data.action === null) return t(words.nothing);
    if (data.action === NO_CONTROL) return t(words.remind);
    const action = t(ControlAction.labelOf(data.action));
    if (data.action !== LIMIT) return action;
    return `${action} · ${data.kbps === null ? t(NOT_LIMITED) : `${data.kbps} kbps`}`;
  };
  return (
    <Sheet isOpen title={t(TRY_TITLE, { name: strategy.name })} onClose={onClose}>
      <Paragraph ink="secondary">{t(TRY_NOTE)}</Paragraph>
      <Stack gap="l" above="l">
        {goesBy('allowance') ? (
          <TryVolume label={t(words.allowance)} help={t(words.unlimited)} value={allowance} onChange={setAllowance} />
        ) : null}
        <TryVolume value={used} onChange={setUsed} />
        {goesBy('day') ? <TryVolume label={t(words.today)} value={today} onChange={setToday} /> : null}
        {goesBy('pool') ? (
          <Field id={`${id}-pool`} label={t(words.pool)}>
            <Input
              id={`${id}-pool`}
              inputMode="numeric"
              maxLength={4}
              value={pool}
              onChange={({ target }) => setPool(typedInteger(target.value))}
            />
          </Field>
        ) : null}
        {strategy.rules.some(({ action }) => action === LIMIT) ? <TryDay value={day} onChange={setDay} /> : null}
      </Stack>
      <Panel title={t(words.result)} state={answer} height={180} className="above-l">
        {data ? (
          <Stack gap="l">
            <Stack gap="xs">
              <Span size="xl" weight="strong" isBlock>
                {outcome()}
              </Span>
              <Span ink="secondary">{data.why}</Span>
            </Stack>
            <LinesTable heads={[nouns.rules, nouns.outcome]}>
              {data.rules.map(({ rule, fires }) => (
                <tr key={rule}>
                  <td>{rule}</td>
                  <td>
                    <StatusTag {...(fires ? FIRES : RESTS)} word={t(fires ? words.fires : words.rests)} />
                  </td>
                </tr>
              ))}
            </LinesTable>
          </Stack>
        ) : undefined}
      </Panel>
    </Sheet>
  );
}
