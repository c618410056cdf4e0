import { flowChoices, flowStrategies, previewFlowStrategy } from '@cardinal/contract/api/control/flowStrategies.ts';
import { listFlowPackages } from '@cardinal/contract/api/control/flowStrategyPackages.ts';
import { listFlowFirings } from '@cardinal/contract/api/flowControl/flowFirings.ts';
import { releaseFlowBrake, switchFlowStrategy } from '@cardinal/contract/api/flowControl/flowSwitch.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { lazy, Suspense } from 'react';
import type { FormFields, Values } from '../../kit/form/formFields.ts';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { runOf, type Step } from '../../kit/register/registerSpec.ts';
import { copyingStep } from '../../kit/register/sharedSteps.ts';
import { useRead } from '../../kit/useRead.ts';
import { PAUSED, RELEASE, WANTED } from '../../parts/control/brakeWords.ts';
import { STATE_LOOKS, STATE_STEPS, STATE_WAYS, type Target } from '../../parts/control/strategyStates.ts';
import { Link } from '../../shell/Link.tsx';
import { useShownCarriers } from '../../shell/shownCarriers.ts';
import { flowPath } from './_flows/flowPath.ts';
import { RulesLine } from './_flows/RulesBar.tsx';
import { draftsOf, NEW_RULES, type RuleDraft, rulesTyped } from './_flows/ruleDrafts.ts';

const RulesEditor = lazy(() => import('./_flows/RulesEditor.tsx'));
const FlowPanel = lazy(() => import('./_flows/FlowPanel.tsx'));
const SwitchFlow = lazy(() => import('./_flows/SwitchFlow.tsx'));
const TryFlow = lazy(() => import('./_flows/TryFlow.tsx'));

const words = {
  hint: text(
    '写下用量达到多少时提醒或停机，关联套餐，试运行看结果，再启用。',
    'Write down at which usage to remind or stop, associate packages, run it in shadow to see the result, then turn it on.',
  ),
  governs: text('关联了 {n} 个套餐，请先解除关联', 'Governs {n} {n|package|packages}; release {n|it|them} first'),
  missing: text('没有通道支持：{actions}', 'No carrier account supports {actions}'),
  package: text('套餐编码或名称', 'Package code or name'),
};
type Row = RowOf<typeof flowStrategies.list>;

function RulesCell({ row }: { row: Row }) {
  const t = useText();
  const missing = row.missingActions.map((action) => t(ControlAction.labelOf(action))).join(' / ');
  return (
    <Stack gap="xs">
      <RulesLine rules={row.rules} />
      {missing ? (
        <Span ink="danger" size="s">
          {t(words.missing, { actions: missing })}
        </Span>
      ) : null}
    </Stack>
  );
}

function Name({ row }: { row: Row }) {
  const t = useText();
  const note = row.isPaused ? t(PAUSED) : row.wantedBy === null ? undefined : t(WANTED, { name: row.wantedBy });
  return (
    <Stack gap="none">
      <span>{row.name}</span>
      {note === undefined ? null : (
        <Span ink={row.isPaused ? 'danger' : 'secondary'} size="s">
          {note}
        </Span>
      )}
    </Stack>
  );
}

const turnTo = (to: Target): Step<Row> => ({
  key: to,
  label: STATE_STEPS[to],
  call: switchFlowStrategy,
  isOffered: ({ state }) => STATE_WAYS[state].includes(to),
  disabled: ({ packages }, t) => to === 'off' && packages > 0 && t(words.governs, { n: packages }),
  opens: (row, onClose) => <SwitchFlow of={row} to={to} onClose={onClose} />,
});

function useFlowForm(row: Row | undefined): FormFields {
  const { data: choices = [] } = useRead(flowChoices, row ? { id: row.id } : {});
  const shown = new Set<number>(useShownCarriers().map(({ value }) => value));
  const of = (values: Values) => choices.find(({ platform }) => platform === (row?.platform ?? values['platform']));
  return [
    { name: 'name', kind: 'text', maxLength: 30 },
    { name: 'platform', kind: 'select', options: Platform.options.filter(({ value }) => shown.has(value)) },
    {
      name: 'rules',
      kind: 'own',
      isRequired: true,
      control: (own) => (
        <Suspense>
          <RulesEditor own={own} choices={of(own.values)} />
        </Suspense>
      ),
    },
  ];
}

const toBody = ({ rules, ...rest }: Values) => ({ ...rest, rules: rulesTyped(rules as readonly RuleDraft[]) });

export default function FlowStrategy() {
  const t = useText();
  return (
    <RegisterScreen
      register={flowStrategies}
      columns={[
        { field: 'name', pinned: 'left', width: 180, cell: (row) => <Name row={row} /> },
        { field: 'state', width: 100 },
        { field: 'platform', width: 120 },
        { field: 'rules', width: 400, cell: (row) => <RulesCell row={row} /> },
        {
          field: 'packages',
          width: 100,
          cell: (row) => <Link to={flowPath(row)}>{row.packages}</Link>,
        },
        { field: 'cards', width: 100 },
        { field: 'firedToday', width: 100 },
        { field: 'failedDay', width: 110 },
        { field: 'customerName', width: 140 },
        { field: 'rule', width: 320, isOff: true },
        { field: 'actions', width: 180, isOff: true },
        'updatedAt',
      ]}
      filters={['name', 'platform', 'state', 'actions', 'isUsed', 'isPaused']}
      looks={{ state: STATE_LOOKS }}
      search={{ key: 'packageContains', label: words.package }}
      rowName={({ name }) => name}
      form={useFlowForm}
      width={680}
      begin={{ platform: Platform.values.Yd, rules: NEW_RULES }}
      values={({ rules }) => ({ rules: draftsOf(rules) })}
      toBody={toBody}
      steps={[
        {
          key: 'open',
          label: verbs.open,
          call: listFlowFirings,
          opens: (row, onClose) => <FlowPanel strategy={row} onClose={onClose} />,
        },
        'edit',
        { key: 'packages', label: flowStrategies.list.fields.packages.label, call: listFlowPackages, to: flowPath },
        {
          key: 'try',
          label: verbs.try,
          call: previewFlowStrategy,
          opens: (row, onClose) => <TryFlow strategy={row} onClose={onClose} />,
        },
        copyingStep(t, ({ platform, rules }: Row) => ({ platform, rules: draftsOf(rules) })),
        turnTo('shadow'),
        turnTo('on'),
        turnTo('off'),
        {
          key: 'release',
          label: RELEASE.release,
          isOffered: ({ isPaused }) => isPaused,
          runs: ({ id }) =>
            runOf(
              releaseFlowBrake,
              { id },
              {
                done: RELEASE.released,
                ask: { title: t(RELEASE.release), body: t(RELEASE.body), confirm: t(RELEASE.release) },
              },
            ),
        },
        'delete',
      ]}
      isEditable={({ state }) => state !== 'on'}
      isDeletable={({ packages, state }) => packages === 0 && state !== 'on'}
      hint={words.hint}
    />
  );
}
