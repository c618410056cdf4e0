import { listAllocations, previewReverse } from '@cardinal/contract/api/cardAllocations/allocations.ts';
import type { AllocationAction } from '@cardinal/contract/api/cardAllocations/batchActions.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { useShown } from '../../kit/useShown.ts';
import { guardOf } from '../../parts/cardBatches/cardBulk.tsx';
import { useRecordSteps } from '../../parts/cardBatches/useRecordSteps.tsx';
import { ALLOCATION_LOOKS, allocationWords } from './_allocations/allocationLooks.ts';

const AllocationPanel = lazy(() => import('./_allocations/AllocationPanel.tsx'));
const NewAllocation = lazy(() => import('./_allocations/NewAllocation.tsx'));
const ReverseSheet = lazy(() => import('./_allocations/ReverseSheet.tsx'));

const words = {
  none: text('还没有划拨', 'No allocations yet'),
  noneHint: text(
    '每次划拨和回收都是一张单，列在这里。',
    'Each allocation and recovery is a document and is listed here.',
  ),
  closed: text('已冲回、未完成、已过 30 天或由上级划拨', 'Reversed, not finished, over 30 days ago, or made above you'),
};

const { fields } = listAllocations;
const FILTERS: readonly FilterSpec[] = [
  'allocationNo',
  'direction',
  customerFilter('customerId', nouns.customer),
  customerFilter('targetCustomerId', fields.toName.label),
  'createdAt',
  'state',
  'madeBy',
  'productCode',
  'currency',
];

type Row = RowOf<typeof listAllocations>;

/** Documents of cards given down and taken back. */
export default function CardAllocationRecord() {
  const t = useText();
  const [shown, show] = useShown();
  const [action, setAction] = useState<AllocationAction>();
  const [reversing, setReversing] = useState<Row>();
  const steps = useRecordSteps();
  const columns: readonly ColumnSpec<typeof listAllocations>[] = [
    {
      field: 'allocationNo',
      pinned: 'left',
      width: 150,
      cell: (row) => <TextButton onClick={() => show(row.id)}>{row.allocationNo}</TextButton>,
    },
    { field: 'direction', width: 80 },
    { field: 'fromName', width: 150 },
    { field: 'toName', width: 150 },
    { field: 'state', width: 110 },
    { field: 'asked', width: 90 },
    { field: 'done', width: 80 },
    { field: 'failed', width: 80, cell: ({ failed }) => (failed === 0 ? <Nothing /> : failed) },
    { field: 'unitPrice', width: 100 },
    { field: 'amount', width: 110 },
    { field: 'createdAt', width: 170 },
    { field: 'madeBy', width: 110 },
    { field: 'productCode', width: 130 },
    { field: 'remark', width: 160 },
    { field: 'finishedAt', isOff: true },
    { field: 'reversed', isOff: true },
    { field: 'currency', isOff: true },
  ];
  const give = (
    <CallButton call={guardOf('allocate_card')} type="primary" onClick={() => setAction('allocate_card')}>
      {t(verbs.allocate)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={listAllocations}
        columns={columns}
        filters={FILTERS}
        looks={ALLOCATION_LOOKS}
        isMoving={({ state }) => state === 'running'}
        rowName={(row) => row.allocationNo}
        rowActions={(row) => [
          { key: 'details', label: t(nouns.details), onPick: () => show(row.id) },
          {
            key: 'reverse',
            label: t(allocationWords.reverse),
            call: previewReverse,
            isDanger: true,
            disabled: row.isReversible ? undefined : t(words.closed),
            onPick: () => setReversing(row),
          },
          steps.retry({ taskId: row.taskId, hasFailed: row.failed > 0 }),
        ]}
        actions={
          <>
            <CallButton call={guardOf('recover_card')} onClick={() => setAction('recover_card')}>
              {t(verbs.recover)}
            </CallButton>
            {give}
          </>
        }
        empty={{ title: words.none, hint: words.noneHint, action: give }}
      />
      {steps.sheet}
      <Suspense fallback={null}>
        {shown ? <AllocationPanel id={shown} onClose={() => show(undefined)} /> : null}
        {action ? <NewAllocation action={action} onClose={() => setAction(undefined)} /> : null}
        {reversing ? <ReverseSheet of={reversing} onClose={() => setReversing(undefined)} /> : null}
      </Suspense>
    </>
  );
}
