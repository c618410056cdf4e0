import { METRICS } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import {
  backTestEarlyWarning,
  earlyWarningChoices,
  earlyWarnings,
  previewEarlyWarning,
  SILENCE_HOURS,
  silenceEarlyWarning,
  switchEarlyWarning,
} from '@cardinal/contract/api/earlyWarnings/rules.ts';
import type { WarningMetric } from '@cardinal/contract/enumerations/warning.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { lazy } from 'react';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { customerFilter } from '../../../kit/filters/customerFilter.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { RegisterScreen } from '../../../kit/register/RegisterScreen.tsx';
import { askedForm, runOf } from '../../../kit/register/registerSpec.ts';
import { BELOW_TOO } from '../../../parts/control/scopeWords.ts';
import { OpenEvents, previewStep, switchStep } from '../../../parts/earlyWarnings/ruleSteps.tsx';
import { BEGIN, hasNoWindow, numbersOf, useWarningForm } from '../../../parts/earlyWarnings/warningForm.ts';
import { LEVEL_LOOKS, RULE_LOOKS } from '../../../parts/earlyWarnings/warningLooks.ts';

const BackTest = lazy(() => import('./BackTest.tsx'));

const words = {
  hint: text(
    '盯住余额、池、通道和指令的数字：越过阈值时告诉谁。启用后每分钟判断一次。',
    'Watch figures of balances, pools, carriers and commands, and say who is told when they cross a limit. Judged every minute once on.',
  ),
  windowHelp: text('分钟；不填按该指标的默认', 'Minutes; empty: as usual for the figure'),
  holdHelp: text(
    '分钟，0-1440：持续这么久才开事件，恢复这么久才解除',
    'Minutes, 0 to 1440: it opens when it lasted so long, and is over when it was back so long',
  ),
  backTest: text('回测', 'Back-test'),
  silence: text('静默', 'Silence'),
  silenceTitle: text('静默「{name}」几小时？', 'Silence “{name}” for how many hours?'),
  silenceNote: text(
    '期间照常记录事件，不通知任何人；到点仍未解除的再通知。',
    'Events are written as before and nobody is told. What is still open when it ends is told then.',
  ),
  hours: text('小时', 'Hours'),
  silenced: text('已静默', 'Silenced'),
  speak: text('解除静默', 'End the silence'),
  spoken: text('已解除静默', 'The silence is over'),
};
type Row = RowOf<typeof earlyWarnings.list>;

const isSilenced = ({ silencedUntil }: Row): boolean =>
  silencedUntil !== null && Date.parse(silencedUntil) > Date.now();

function useFleetForm(row: Row | undefined): FormFields {
  return useWarningForm(earlyWarningChoices, row, [
    { name: 'windowMinutes', kind: 'integer', help: words.windowHelp, isRequired: false, isHidden: hasNoWindow },
    { name: 'holdMinutes', kind: 'integer', help: words.holdHelp },
    {
      name: 'customerIds',
      kind: 'own',
      help: BELOW_TOO,
      isRequired: false,
      control: ({ id, value, onChange, problem }) => (
        <CustomerPicker id={id} isMany value={(value ?? []) as string[]} problem={problem} onValue={onChange} />
      ),
    },
  ]);
}

/** Rules of staff over what is below them. */
export function RuleList() {
  return (
    <RegisterScreen
      register={earlyWarnings}
      columns={[
        { field: 'name', pinned: 'left', width: 180 },
        { field: 'state', width: 80 },
        { field: 'level', width: 90 },
        { field: 'when', width: 280 },
        {
          field: 'open',
          width: 100,
          cell: (row) => <OpenEvents row={row} screen="/operationManagement/earlyWarningRules" />,
        },
        { field: 'covers', width: 170 },
        { field: 'receiverNames', width: 170 },
        { field: 'lastFiredAt', width: 160 },
        { field: 'silencedUntil', width: 160 },
        { field: 'customerName', width: 140 },
        { field: 'metric', isOff: true },
        { field: 'limit', isOff: true },
        { field: 'windowMinutes', isOff: true },
        { field: 'holdMinutes', isOff: true },
        { field: 'repeatHours', isOff: true },
        { field: 'createdBy', isOff: true },
        { field: 'updatedAt', isOff: true },
      ]}
      filters={[
        'name',
        'state',
        'level',
        'metric',
        customerFilter('customerId', earlyWarnings.list.fields.customerName.label),
      ]}
      looks={{ state: RULE_LOOKS, level: LEVEL_LOOKS }}
      rowName={({ name }) => name}
      form={useFleetForm}
      width={560}
      begin={{ ...BEGIN, holdMinutes: 5, windowMinutes: null, customerIds: [] }}
      toBody={(values) => ({
        ...values,
        ...numbersOf(values, 'repeatHours', 'holdMinutes'),
        windowMinutes:
          METRICS[values['metric'] as WarningMetric]?.window && values['windowMinutes']
            ? Number(values['windowMinutes'])
            : null,
      })}
      steps={[
        'edit',
        previewStep(previewEarlyWarning),
        {
          key: 'backTest',
          label: words.backTest,
          call: backTestEarlyWarning,
          opens: (row, onClose) => <BackTest rule={row} onClose={onClose} />,
        },
        {
          key: 'silence',
          label: words.silence,
          isOffered: (row) => row.state === 'on' && !isSilenced(row),
          call: silenceEarlyWarning,
          asks: ({ id, name }, t) =>
            askedForm({
              endpoint: silenceEarlyWarning,
              title: t(words.silenceTitle, { name }),
              intro: t(words.silenceNote),
              fields: [
                {
                  name: 'hours',
                  kind: 'integer',
                  label: words.hours,
                  help: text(`1-${SILENCE_HOURS}`, `1-${SILENCE_HOURS}`),
                },
              ],
              initial: { hours: 4 },
              submit: words.silence,
              toBody: ({ hours }) => ({ id, hours: Number(hours) }),
              done: t(words.silenced),
            }),
        },
        {
          key: 'speak',
          label: words.speak,
          isOffered: (row) => row.state === 'on' && isSilenced(row),
          runs: ({ id }) => runOf(silenceEarlyWarning, { id, hours: 0 }, { done: words.spoken }),
        },
        switchStep(switchEarlyWarning, 'on'),
        switchStep(switchEarlyWarning, 'off'),
      ]}
      hint={words.hint}
    />
  );
}
