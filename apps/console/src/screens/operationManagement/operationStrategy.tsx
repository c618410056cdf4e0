import {
  operationStrategies,
  readStrategy,
  releaseStrategy,
  switchStrategy,
  tryStrategy,
} from '@cardinal/contract/api/operationStrategies/strategies.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { lazy } from 'react';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import { typedAmount } from '../../kit/form/amountText.ts';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { runOf, type Step } from '../../kit/register/registerSpec.ts';
import { PAUSED, RELEASE, WANTED } from '../../parts/control/brakeWords.ts';
import { STATE_LOOKS, STATE_STEPS, STATE_WAYS, type Target } from '../../parts/control/strategyStates.ts';
import { useStrategyForm } from './_strategies/useStrategyForm.tsx';

const StrategyPanel = lazy(() => import('./_strategies/StrategyPanel.tsx'));
const SwitchStrategy = lazy(() => import('./_strategies/SwitchStrategy.tsx'));
const TryStrategy = lazy(() => import('./_strategies/TryStrategy.tsx'));

const words = {
  hint: text(
    '写下卡上发生什么时停机或提醒，先试运行看结果，再启用。',
    'Write down what happens to cards when, run it in shadow to see the result, then turn it on.',
  ),
};
type Row = RowOf<typeof operationStrategies.list>;

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
  call: switchStrategy,
  isOffered: ({ state }) => STATE_WAYS[state].includes(to),
  opens: (row, onClose) => <SwitchStrategy strategy={row} to={to} onClose={onClose} />,
});

/** What happens to cards when an event in their life happens. */
export default function OperationStrategy() {
  const t = useText();
  return (
    <RegisterScreen
      register={operationStrategies}
      columns={[
        { field: 'name', pinned: 'left', width: 170, cell: (row) => <Name row={row} /> },
        { field: 'state', width: 100 },
        {
          field: 'sentence',
          width: 460,
          cell: ({ sentence }) => (
            <Stack gap="none" size="s">
              <span>{sentence}</span>
            </Stack>
          ),
        },
        { field: 'cards', width: 110 },
        { field: 'firedToday', width: 100 },
        { field: 'firedWeek', width: 100 },
        { field: 'refusedWeek', width: 100 },
        { field: 'priority', width: 80 },
        { field: 'customerName', width: 130 },
        { field: 'trigger', width: 120, isOff: true },
        { field: 'action', width: 90, isOff: true },
        { field: 'reason', isOff: true },
        { field: 'brake', isOff: true },
        { field: 'graceHours', isOff: true },
        { field: 'quietHours', isOff: true },
        { field: 'revision', isOff: true },
        { field: 'createdBy', isOff: true },
        'updatedAt',
      ]}
      filters={[
        'name',
        'trigger',
        'state',
        'action',
        'isPaused',
        customerFilter('customerId', operationStrategies.list.fields.customerName.label),
      ]}
      looks={{ state: STATE_LOOKS }}
      rowName={({ name }) => name}
      form={useStrategyForm}
      width={640}
      begin={{
        trigger: 'packageEnded',
        customerIds: [],
        accountIds: [],
        productCodes: [],
        packageIds: [],
        tagIds: [],
        graceHours: 0,
        quietHours: '',
        action: 1,
        reason: StopReason.values.arrears,
        restarts: true,
        brake: 5_000,
        priority: 50,
      }}
      values={({ amount }) => ({ amount: amount === null ? undefined : typedAmount(amount) })}
      steps={[
        {
          key: 'open',
          label: verbs.open,
          call: readStrategy,
          opens: (row, onClose) => <StrategyPanel id={row.id} onClose={onClose} />,
        },
        'edit',
        {
          key: 'try',
          label: verbs.try,
          call: tryStrategy,
          opens: (row, onClose) => <TryStrategy strategy={row} onClose={onClose} />,
        },
        turnTo('shadow'),
        turnTo('on'),
        turnTo('off'),
        {
          key: 'release',
          label: RELEASE.release,
          isOffered: ({ isPaused }) => isPaused,
          runs: ({ id }) =>
            runOf(
              releaseStrategy,
              { id },
              {
                done: RELEASE.released,
                ask: { title: t(RELEASE.release), body: t(RELEASE.body), confirm: t(RELEASE.release) },
              },
            ),
        },
      ]}
      isEditable={({ state }) => state !== 'on'}
      hint={words.hint}
    />
  );
}
