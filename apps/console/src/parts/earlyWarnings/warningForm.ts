import { METRICS } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import type { earlyWarningChoices } from '@cardinal/contract/api/earlyWarnings/rules.ts';
import { WarningLevel, WarningMetric } from '@cardinal/contract/enumerations/warning.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { FormFields, Values } from '../../kit/form/formFields.ts';
import { useRead } from '../../kit/useRead.ts';

const words = {
  watched: text('看什么', 'What it watches'),
  told: text('告诉谁', 'Who is told'),
  limitHelp: text(
    '金额按各账户的币种，如 100.00；百分比、天数、分钟和张数为整数。余额、天数、剩余和库存低于阈值时预警，其余达到阈值时预警。',
    'Amounts in the currency of each account, such as 100.00; percent, days, minutes and cards are whole numbers. Balances, days, what is left and stock warn below it, all else at it and above.',
  ),
  receiversHelp: text('可查看此页的启用账号，最多 20 个', 'Enabled accounts that may see this page, at most 20'),
  repeatHelp: text(
    '未确认前每隔几小时再提醒一次，0 为不重复',
    'Until somebody acknowledges it, every so many hours; 0 is once',
  ),
};

export const BEGIN = { metric: 'balance', limit: '100.00', level: 'warn', receivers: [], repeatHours: 0 };

const metricOf = ({ metric }: Values) => METRICS[(metric ?? 'balance') as WarningMetric];
export const hasNoWindow = (values: Values): boolean => metricOf(values).window === undefined;

/** The fields every rule has; `more` stands between what it watches and who is told. */
export function useWarningForm(
  choices: typeof earlyWarningChoices,
  row: { readonly id: string } | undefined,
  more: FormFields = [],
): FormFields {
  const { data } = useRead(choices, row ? { id: row.id } : {});
  const metrics = new Set<string>(data?.metrics ?? []);
  const label = (zh: string): Text => text(zh, zh);
  return [
    { name: 'name', kind: 'text', maxLength: 30 },
    {
      name: 'metric',
      kind: 'select',
      section: words.watched,
      options: WarningMetric.options.filter(({ value }) => metrics.has(value)),
    },
    { name: 'limit', kind: 'text', maxLength: 12, help: words.limitHelp },
    ...more,
    { name: 'level', kind: 'select', section: words.told, options: WarningLevel.options },
    {
      name: 'receivers',
      kind: 'multiple',
      isSearchable: true,
      help: words.receiversHelp,
      options: (data?.receivers ?? []).map(({ id, account, name, customerName }) => ({
        value: id,
        label: label([account, name, customerName].filter(Boolean).join(' · ')),
      })),
    },
    { name: 'repeatHours', kind: 'integer', help: words.repeatHelp },
  ];
}

/** Numbers are typed as text. */
export const numbersOf = (values: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, Number(values[name])]));
