import { isPercent, MOST_RULES } from '@cardinal/contract/api/control/flowRules.ts';
import { FlowBase, FlowNotify, FlowRestore } from '@cardinal/contract/enumerations/control.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { typedInteger } from '@cardinal/primitives/typing.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Tracks } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Button, Input, Select } from 'antd';
import { useId } from 'react';
import { describedBy, Field } from '../../../kit/Field.tsx';
import type { OwnControl } from '../../../kit/form/formFields.ts';
import { VolumeInput } from '../../../parts/control/VolumeInput.tsx';
import { RulesBar } from './RulesBar.tsx';
import { drawable, furtherRule, type RuleDraft } from './ruleDrafts.ts';

const words = {
  threshold: text('阈值', 'Threshold'),
  unit: text('阈值的单位', 'Unit of the threshold'),
  limit: text('按哪个限速策略', 'Limited by'),
  remind: text('仅提醒', 'Reminder only'),
  noLimits: text('该运营商没有可选的限速策略', 'No speed-limit strategy of this carrier'),
  remove: text('删除规则 {n}', 'Delete rule {n}'),
};

/** What the rules of the chosen carrier can be made of. */
export type RuleChoices = {
  readonly actions: readonly ControlAction[];
  readonly limitStrategies: readonly { readonly id: string; readonly name: string }[];
};

const { LIMIT, NO_CONTROL } = ControlAction.values;

function Rule(props: {
  n: number;
  rule: RuleDraft;
  choices: RuleChoices | undefined;
  problem: (part: string) => string | undefined;
  onChange: (part: Partial<RuleDraft>) => void;
  onRemove?: (() => void) | undefined;
}) {
  const t = useText();
  const id = useId();
  const { n, rule, choices, problem, onChange } = props;
  const options = <V extends string | number>(of: {
    options: readonly { value: V; label: { zh: string; en: string } }[];
  }) => of.options.map(({ value, label }) => ({ value, label: t(label) }));
  const field = (part: string, label: string, control: React.ReactNode) => (
    <Field id={`${id}-${part}`} label={label} problem={problem(part)}>
      {control}
    </Field>
  );
  const shared = (part: string) => ({
    ...describedBy(`${id}-${part}`, { problem: problem(part) }),
    status: problem(part) ? ('error' as const) : ('' as const),
  });
  // One of another carrier, as of a copy, is chosen anew.
  const limits = choices?.limitStrategies ?? [];
  const actions = ControlAction.options.filter(
    ({ value }) => value === rule.action || (choices?.actions.includes(value) ?? false),
  );
  return (
    <Box as="fieldset" isWell>
      <Stack gap="s">
        <Inline isOneLine>
          <Span weight="medium">{t(sentences.rule, { n })}</Span>
          <Spacer />
          {props.onRemove ? (
            <Button type="text" size="small" danger aria-label={t(words.remove, { n })} onClick={props.onRemove}>
              {t(verbs.delete)}
            </Button>
          ) : null}
        </Inline>
        <Tracks columns="repeat(3, minmax(0, 1fr))">
          {field(
            'base',
            t(FlowBase.title),
            <Select
              {...shared('base')}
              value={rule.base}
              options={options(FlowBase)}
              onChange={(base) => onChange({ base })}
            />,
          )}
          {field(
            'threshold',
            t(words.threshold),
            isPercent(rule.base) ? (
              <Input
                {...shared('threshold')}
                inputMode="numeric"
                maxLength={3}
                suffix="%"
                value={rule.percent}
                onChange={({ target }) => onChange({ percent: typedInteger(target.value) })}
              />
            ) : (
              <VolumeInput
                id={`${id}-threshold`}
                label={t(words.threshold)}
                unitLabel={t(words.unit)}
                value={rule.volume}
                isWrong={problem('threshold') !== undefined}
                onChange={(volume) => onChange({ volume })}
              />
            ),
          )}
          {field(
            'action',
            t(ControlAction.title),
            <Select
              {...shared('action')}
              value={rule.action}
              notFoundContent={t(sentences.chooseACarrierFirst)}
              options={actions.map(({ value, label }) => ({
                value,
                label: value === NO_CONTROL ? t(words.remind) : t(label),
              }))}
              onChange={(action) => onChange({ action })}
            />,
          )}
        </Tracks>
        {rule.action === LIMIT
          ? field(
              'limitStrategyId',
              t(words.limit),
              <Select
                {...shared('limitStrategyId')}
                placeholder={t(verbs.select)}
                notFoundContent={t(words.noLimits)}
                value={limits.some(({ id: each }) => each === rule.limitStrategyId) ? rule.limitStrategyId : null}
                options={limits.map(({ id: value, name }) => ({ value, label: name }))}
                onChange={(limitStrategyId) => onChange({ limitStrategyId })}
              />,
            )
          : null}
        <Tracks columns="minmax(0, 2fr) minmax(0, 1fr)">
          {field(
            'notify',
            t(FlowNotify.title),
            <Select
              {...shared('notify')}
              mode="multiple"
              allowClear
              value={[...rule.notify]}
              options={options(FlowNotify)}
              onChange={(notify) => onChange({ notify })}
            />,
          )}
          {rule.action === NO_CONTROL
            ? null
            : field(
                'restore',
                t(FlowRestore.title),
                <Select
                  {...shared('restore')}
                  value={rule.restore}
                  options={options(FlowRestore)}
                  onChange={(restore) => onChange({ restore })}
                />,
              )}
        </Tracks>
      </Stack>
    </Box>
  );
}

/** The rules of a strategy, drawn as they are typed. */
export default function RulesEditor({ own, choices }: { own: OwnControl; choices: RuleChoices | undefined }) {
  const t = useText();
  const rules = (own.value ?? []) as readonly RuleDraft[];
  const change = (at: number, part: Partial<RuleDraft>) =>
    own.onChange(rules.map((rule, each) => (each === at ? { ...rule, ...part } : rule)));
  return (
    <Stack id={own.id} aria-invalid={own.problem ? true : undefined}>
      <RulesBar rules={drawable(rules)} />
      {rules.map((rule, at) => (
        <Rule
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the order
          key={at}
          n={at + 1}
          rule={rule}
          choices={choices}
          problem={(part) => own.problems[`rules.${at}.${part}`]}
          onChange={(part) => change(at, part)}
          onRemove={rules.length > 1 ? () => own.onChange(rules.filter((_, each) => each !== at)) : undefined}
        />
      ))}
      {rules.length < MOST_RULES ? (
        <Inline>
          <Button size="small" onClick={() => own.onChange([...rules, furtherRule(rules)])}>
            {t(verbs.addRule)}
          </Button>
        </Inline>
      ) : null}
    </Stack>
  );
}
