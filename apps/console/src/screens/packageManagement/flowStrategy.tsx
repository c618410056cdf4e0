import {
  enableFlowStrategy,
  flowChoices,
  flowStrategies,
  previewFlowStrategy,
} from '@cardinal/contract/api/control/flowStrategies.ts';
import { listFlowPackages } from '@cardinal/contract/api/control/flowStrategyPackages.ts';
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
import { copyingStep, enablingStep } from '../../kit/register/sharedSteps.ts';
import { useRead } from '../../kit/useRead.ts';
import { NotYet } from '../../parts/control/NotYet.tsx';
import { Link } from '../../shell/Link.tsx';
import { useShownCarriers } from '../../shell/shownCarriers.ts';
import { flowPath } from './_flows/flowPath.ts';
import { RulesLine } from './_flows/RulesBar.tsx';
import { draftsOf, NEW_RULES, type RuleDraft, rulesTyped } from './_flows/ruleDrafts.ts';

const RulesEditor = lazy(() => import('./_flows/RulesEditor.tsx'));
const TryFlow = lazy(() => import('./_flows/TryFlow.tsx'));

const words = {
  hint: text(
    '写下用量达到多少时提醒、限速、断网或停机，再关联套餐。',
    'Write down at which usage to remind, limit, cut off or stop, then associate packages.',
  ),
  isOff: text('已停用，不再关联新的套餐', 'Disabled; it takes no further packages'),
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
        { field: 'name', pinned: 'left', width: 180 },
        { field: 'platform', width: 120 },
        { field: 'rules', width: 400, cell: (row) => <RulesCell row={row} /> },
        {
          field: 'packages',
          width: 100,
          cell: (row) => <Link to={flowPath(row)}>{row.packages}</Link>,
        },
        { field: 'cards', width: 100 },
        { field: 'isEnabled', width: 90 },
        { field: 'customerName', width: 140 },
        { field: 'rule', width: 320, isOff: true },
        { field: 'actions', width: 180, isOff: true },
        'updatedAt',
      ]}
      filters={['name', 'platform', 'actions', 'isUsed', 'isEnabled']}
      search={{ key: 'packageContains', label: words.package }}
      rowName={({ name }) => name}
      form={useFlowForm}
      width={680}
      begin={{ platform: Platform.values.Yd, rules: NEW_RULES }}
      values={({ rules }) => ({ rules: draftsOf(rules) })}
      toBody={toBody}
      steps={[
        'edit',
        { key: 'packages', label: flowStrategies.list.fields.packages.label, call: listFlowPackages, to: flowPath },
        {
          key: 'try',
          label: verbs.try,
          call: previewFlowStrategy,
          opens: (row, onClose) => <TryFlow strategy={row} onClose={onClose} />,
        },
        copyingStep(t, ({ platform, rules }: Row) => ({ platform, rules: draftsOf(rules) })),
        enablingStep(
          enableFlowStrategy,
          words.isOff,
          ({ packages }: Row) => packages > 0 && t(words.governs, { n: packages }),
        ),
        'delete',
      ]}
      isDeletable={({ packages }) => packages === 0}
      notice={<NotYet />}
      hint={words.hint}
    />
  );
}
