import { simulateMove, tryStrategy } from '@cardinal/contract/api/esimOperations/strategies.ts';
import { StrategyDecision, StrategyTrigger } from '@cardinal/contract/enumerations/esim.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { isFailure } from '../../../http/failure.ts';
import { countryName } from '../../../kit/CountryName.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { Field } from '../../../kit/Field.tsx';
import { problemsFrom } from '../../../kit/formProblems.ts';
import { Panel } from '../../../kit/Panel.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { Rehearsal } from './Rehearsal.tsx';
import { useStrategyCountries } from './useStrategyCountries.ts';

const words = {
  tryTitle: text('试算：{name}', 'Try: {name}'),
  moveTitle: text('模拟移动：{name}', 'Simulate a move: {name}'),
  trigger: text('触发', 'Trigger'),
  country: text('假设所在国家', 'Assumed country'),
  here: text('当前所在国家', 'Current country'),
  note: text('只试算，不会写号或切换。', 'Simulation only; nothing is written or switched.'),
  answer: text('会发生什么，为什么', 'Outcome and reason'),
  missing: text('缺货', 'Out of stock'),
  again: text('再次检查', 'Check again'),
  moveTo: text('移动到国家', 'Destination country'),
  moved: text('所有芯片移动到 {country}', 'All chips move to {country}'),
};
type Strategy = { readonly id: string; readonly name: string };
type Props = { readonly strategy: Strategy; readonly onClose: () => void };

function CountrySelect(props: {
  id: string;
  value: string | undefined;
  placeholder?: string;
  onChange: (code: string | undefined) => void;
}) {
  const language = useLanguage();
  const countries = useStrategyCountries();
  return (
    <Select
      id={props.id}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={props.placeholder}
      value={props.value}
      options={countries.map((code) => ({ value: code, label: countryName(code, language) }))}
      onChange={props.onChange}
    />
  );
}

/** One chip: what would happen to it, and why. */
export function TryStrategy({ strategy, onClose }: Props) {
  const t = useText();
  const id = useId();
  const [eid, setEid] = useState('');
  const [trigger, setTrigger] = useState<StrategyTrigger>('countryChange');
  const [country, setCountry] = useState<string>();
  const [asked, setAsked] = useState<{ eid: string; trigger: StrategyTrigger; country: string | undefined }>();
  const answer = useRead(
    tryStrategy,
    asked !== undefined && { strategyId: strategy.id, ...(asked as NonNullable<typeof asked>) },
    { retry: false },
  );
  const { error, data } = answer;
  const problem = error && (isFailure(error) ? (problemsFrom(error.fields)?.['eid'] ?? error.message) : error.message);
  return (
    <Sheet isOpen title={t(words.tryTitle, { name: strategy.name })} width={640} onClose={onClose}>
      <Paragraph ink="secondary">{t(words.note)}</Paragraph>
      <Stack
        as="form"
        gap="l"
        above="l"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked({ eid: eid.trim(), trigger, country });
        }}
      >
        <Field id={`${id}-eid`} label={t(nouns.eid)} isRequired problem={problem ?? undefined}>
          <Input
            id={`${id}-eid`}
            value={eid}
            maxLength={64}
            status={problem ? 'error' : ''}
            onChange={(event) => setEid(event.target.value)}
          />
        </Field>
        <Field id={`${id}-trigger`} label={t(words.trigger)}>
          <Select
            id={`${id}-trigger`}
            value={trigger}
            options={StrategyTrigger.options.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={setTrigger}
          />
        </Field>
        <Field id={`${id}-country`} label={t(words.country)}>
          <CountrySelect id={`${id}-country`} value={country} placeholder={t(words.here)} onChange={setCountry} />
        </Field>
        <div>
          <Button type="primary" htmlType="submit" disabled={eid.trim() === ''} loading={answer.isFetching}>
            {t(verbs.try)}
          </Button>
        </div>
      </Stack>
      {data ? (
        <Panel title={t(words.answer)} className="above-l">
          <FactsList
            facts={[
              { label: nouns.decision, value: t(StrategyDecision.labelOf(data.decision)) },
              ...(data.profileType === null ? [] : [{ label: nouns.profileType, value: data.profileType }]),
              { label: nouns.why, value: data.why },
              ...(data.missing.length === 0 ? [] : [{ label: words.missing, value: data.missing.join(', ') }]),
              ...(data.heldUntil === null ? [] : [{ label: words.again, value: <TimeText at={data.heldUntil} /> }]),
            ]}
          />
        </Panel>
      ) : null}
    </Sheet>
  );
}

/** All chips of a strategy move to one country. */
export function SimulateMove({ strategy, onClose }: Props) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const [country, setCountry] = useState<string>();
  const found = useRead(simulateMove, country !== undefined && { strategyId: strategy.id, country: country });
  return (
    <Sheet isOpen title={t(words.moveTitle, { name: strategy.name })} width={860} onClose={onClose}>
      <Paragraph ink="secondary">{t(words.note)}</Paragraph>
      <Stack gap="l" above="l">
        <Field id={id} label={t(words.moveTo)}>
          <CountrySelect id={id} value={country} onChange={setCountry} />
        </Field>
      </Stack>
      {country === undefined ? null : (
        <Panel
          title={t(words.moved, { country: countryName(country, language) })}
          state={found}
          height={160}
          className="above-l"
        >
          {found.data ? <Rehearsal of={found.data} /> : undefined}
        </Panel>
      )}
    </Sheet>
  );
}
