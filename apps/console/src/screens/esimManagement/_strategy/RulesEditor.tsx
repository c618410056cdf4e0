import type { strategyOptions, strategyRuleSchema } from '@cardinal/contract/api/esimOperations/strategies.ts';
import { StrategyTrigger } from '@cardinal/contract/enumerations/esim.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Button, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import type * as z from 'zod';
import { countryName } from '../../../kit/CountryName.tsx';
import type { OwnControl } from '../../../kit/form/formFields.ts';

export type Rule = z.output<typeof strategyRuleSchema>;
type Choice = Rule['choices'][number];
type Options = AnswerOf<typeof strategyOptions>;

const words = {
  when: text('触发', 'When'),
  where: text('所在国家', 'Current country'),
  minutes: text('无网络（分钟）', 'No network (minutes)'),
  days: text('漫游（天）', 'Roaming, days'),
  write: text('依次选择', 'Choose in this order'),
  pick: text('选择码号类型', 'Choose number types'),
  free: text('{kind} · 在库 {n}', '{kind} · {n} in stock'),
  otherwise: text('自上而下，第一条适用的规则生效。', 'Evaluated from the top; the first matching rule applies.'),
};

export const NEW_RULE: Rule = {
  triggers: ['firstBoot', 'countryChange', 'byHand'],
  countries: [],
  minutes: 30,
  days: 90,
  choices: [],
};

/** The option value of a choice: kind, country, account. */
const keyOf = ({ profileType, country, carrierAccountId }: Choice) =>
  JSON.stringify([profileType, country, carrierAccountId]);
const choiceOf = (key: string): Choice => {
  const [profileType, country, carrierAccountId] = JSON.parse(key) as [string, string | null, string | null];
  return { profileType, country, carrierAccountId };
};

/** Every kind of number as a whole, then by country and account if there are several. */
function choicesOf(options: Options): { choice: Choice; free: number; account: string | null }[] {
  return [...Map.groupBy(options.kinds, (kind) => kind.profileType)].flatMap(([profileType, kinds]) => [
    {
      choice: { profileType, country: null, carrierAccountId: null },
      free: kinds.reduce((sum, kind) => sum + kind.free, 0),
      account: null,
    },
    ...(kinds.length === 1
      ? []
      : kinds.map((kind) => ({
          choice: { profileType, country: kind.country, carrierAccountId: kind.carrierAccountId },
          free: kind.free,
          account: kind.carrierAccountName,
        }))),
  ]);
}

function Part(props: { label: string; children: ReactNode }) {
  return (
    <Columns side="s" gap="m" align="center">
      <Span ink="secondary" size="m">
        {props.label}
      </Span>
      {props.children}
    </Columns>
  );
}

/** The rules of a strategy in their order, each with what its choices have in stock. */
export function RulesEditor({ own, options }: { own: OwnControl; options: Options }) {
  const t = useText();
  const language = useLanguage();
  const rules = (own.value ?? []) as readonly Rule[];
  const change = (at: number, next: Partial<Rule>) =>
    own.onChange(rules.map((rule, each) => (each === at ? { ...rule, ...next } : rule)));
  const raise = (at: number) =>
    own.onChange(rules.map((rule, each) => (each === at - 1 ? rules[at] : each === at ? rules[at - 1] : rule)));
  const offered = choicesOf(options);
  const known = new Map(offered.map((each) => [keyOf(each.choice), each]));
  const countries = options.countries.map((code) => ({ value: code, label: countryName(code, language) }));
  const wordOf = (choice: Choice) =>
    [choice.profileType, choice.country, known.get(keyOf(choice))?.account].filter(Boolean).join(' · ');

  return (
    <div id={own.id} aria-invalid={own.problem ? true : undefined}>
      <p className="field-help">{t(words.otherwise)}</p>
      <Stack as="ol" below="m">
        {rules.map((rule, at) => {
          const keys = rule.choices.map(keyOf);
          const chosen = new Set([...known.keys(), ...keys]);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the order
            <Box as="li" isWell key={at}>
              <Stack gap="s">
                <Inline as="header" gap="xs">
                  <Span weight="strong" grows>
                    {t(sentences.rule, { n: String(at + 1) })}
                  </Span>
                  <Button size="small" type="text" disabled={at === 0} onClick={() => raise(at)}>
                    {t(verbs.up)}
                  </Button>
                  <Button
                    size="small"
                    type="text"
                    danger
                    disabled={rules.length === 1}
                    onClick={() => own.onChange(rules.filter((_, each) => each !== at))}
                  >
                    {t(verbs.delete)}
                  </Button>
                </Inline>
                <Part label={t(words.when)}>
                  <Select
                    mode="multiple"
                    aria-label={t(words.when)}
                    value={[...rule.triggers]}
                    options={StrategyTrigger.options.map(({ value, label }) => ({ value, label: t(label) }))}
                    onChange={(triggers) => change(at, { triggers })}
                  />
                </Part>
                {rule.triggers.includes('noNetwork') ? (
                  <Part label={t(words.minutes)}>
                    <InputNumber
                      aria-label={t(words.minutes)}
                      min={1}
                      max={10_080}
                      precision={0}
                      value={rule.minutes}
                      onChange={(minutes) => change(at, { minutes: minutes ?? NEW_RULE.minutes })}
                    />
                  </Part>
                ) : null}
                {rule.triggers.includes('roamingDays') ? (
                  <Part label={t(words.days)}>
                    <InputNumber
                      aria-label={t(words.days)}
                      min={1}
                      max={365}
                      precision={0}
                      value={rule.days}
                      onChange={(days) => change(at, { days: days ?? NEW_RULE.days })}
                    />
                  </Part>
                ) : null}
                <Part label={t(words.where)}>
                  <Select
                    mode="multiple"
                    aria-label={t(words.where)}
                    placeholder={t(nouns.anywhere)}
                    showSearch={{ optionFilterProp: 'label' }}
                    value={[...rule.countries]}
                    options={countries}
                    onChange={(next) => change(at, { countries: next })}
                  />
                </Part>
                <Part label={t(words.write)}>
                  <Select
                    mode="multiple"
                    aria-label={t(words.write)}
                    placeholder={t(words.pick)}
                    showSearch={{ optionFilterProp: 'label' }}
                    status={own.problem && keys.length === 0 ? 'error' : ''}
                    value={keys}
                    options={[...chosen].map((key) => ({
                      value: key,
                      label: t(words.free, {
                        kind: wordOf(choiceOf(key)),
                        n: countAmount(known.get(key)?.free ?? 0),
                      }),
                    }))}
                    onChange={(next: string[]) => change(at, { choices: next.map(choiceOf) })}
                  />
                </Part>
              </Stack>
            </Box>
          );
        })}
      </Stack>
      <Button onClick={() => own.onChange([...rules, NEW_RULE])}>{t(verbs.addRule)}</Button>
    </div>
  );
}
