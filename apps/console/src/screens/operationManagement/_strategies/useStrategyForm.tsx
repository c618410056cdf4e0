import {
  countsDays,
  endsByItself,
  hasAmount,
  STRATEGY_ACTIONS,
} from '@cardinal/contract/api/operationStrategies/definition.ts';
import { type operationStrategies, strategyChoices } from '@cardinal/contract/api/operationStrategies/strategies.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { OperationTrigger } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { Choice } from '@cardinal/contract/framework/fields.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { BELOW_TOO } from '../../../parts/control/scopeWords.ts';
import { BRAKE_HELP, WHEN, WHICH_CARDS } from '../../../parts/control/strategyForms.ts';

const words = {
  does: text('做什么', 'What it does'),
  scopeHelp: text('至少限定一项；各项都满足的卡才在范围内。', 'At least one; cards that meet all of them are covered.'),
  graceHelp: text(
    '触发后再等这么久，届时条件仍成立才动作。',
    'Acts only if the condition still holds after that time.',
  ),
  quietHelp: text(
    '如 22:00-07:00（北京时间），期间不动作，过后补做。',
    'Such as 22:00-07:00, China’s time. What is due waits until it is over.',
  ),
  restartsHelp: text(
    '条件不再成立时由本策略解除；欠费停机还取决于客户的「缴费后复机」。',
    'Lifted by the strategy once the condition is over. For arrears the customer’s setting “restart after payment” counts too.',
  ),
  priorityHelp: text('数字小的先判断', 'The smaller goes first'),
  remind: text('提醒', 'Remind'),
};
const { NO_CONTROL, STOP } = ControlAction.values;

const plain = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: text(name, name) });
const isStop = ({ action }: Values) => action === STOP;

/** The fields of a strategy: when, which cards, and what it does. */
export function useStrategyForm(row: RowOf<typeof operationStrategies.list> | undefined): FormFields {
  const { data } = useRead(strategyChoices, row ? { id: row.id } : {});
  const several = (name: string, of: 'accounts' | 'products' | 'packages' | 'tags') =>
    ({
      name,
      kind: 'multiple',
      isSearchable: true,
      isRequired: false,
      options: (data?.[of] ?? []).map(plain),
    }) as const;
  return [
    { name: 'name', kind: 'text', maxLength: 30 },
    { name: 'trigger', kind: 'select', section: WHEN, options: OperationTrigger.options },
    {
      name: 'days',
      kind: 'integer',
      unit: units.days,
      isRequired: true,
      isHidden: ({ trigger }) => !countsDays(trigger),
    },
    {
      name: 'amount',
      kind: 'decimal',
      isRequired: true,
      unit: text(data?.currency ?? '', data?.currency ?? ''),
      isHidden: ({ trigger }) => !hasAmount(trigger),
    },
    { name: 'graceHours', kind: 'integer', help: words.graceHelp },
    {
      name: 'customerIds',
      kind: 'own',
      section: WHICH_CARDS,
      help: BELOW_TOO,
      isRequired: false,
      control: ({ id, value, onChange, problem }) => (
        <CustomerPicker id={id} isMany value={(value ?? []) as string[]} problem={problem} onValue={onChange} />
      ),
    },
    several('accountIds', 'accounts'),
    several('productCodes', 'products'),
    several('packageIds', 'packages'),
    { ...several('tagIds', 'tags'), help: words.scopeHelp },
    {
      name: 'action',
      kind: 'select',
      section: words.does,
      label: nouns.action,
      options: STRATEGY_ACTIONS.map((value) => ({
        value,
        label: value === NO_CONTROL ? words.remind : ControlAction.labelOf(value),
      })),
    },
    {
      name: 'reason',
      kind: 'select',
      options: StopReason.options,
      isRequired: true,
      isHidden: (values) => !isStop(values),
    },
    {
      name: 'restarts',
      kind: 'flag',
      help: words.restartsHelp,
      isHidden: (values) => !isStop(values) || !endsByItself(values['trigger'] as OperationTrigger),
    },
    { name: 'quietHours', kind: 'text', maxLength: 11, help: words.quietHelp, isRequired: false },
    { name: 'brake', kind: 'integer', help: BRAKE_HELP },
    { name: 'priority', kind: 'integer', help: words.priorityHelp },
  ];
}
