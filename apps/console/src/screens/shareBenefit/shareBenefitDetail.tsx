import { listProfitEntries, releaseProfitEarly } from '@cardinal/contract/api/profitSharing/entries.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import type { Picked } from '../../kit/bulk/BulkBar.tsx';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useCopyStep } from '../../kit/table/useCopyStep.ts';
import { useShown } from '../../kit/useShown.ts';
import { CardNumber } from '../../parts/cards/CardNumber.tsx';
import { OrderNumber } from '../../parts/orders/OrderNumber.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { useSignedIn } from '../../shell/signedIn.ts';
import { PROFIT_LOOKS } from './_profit/profitLooks.ts';

const OrderPanel = lazy(() => import('../../parts/orders/OrderPanel.tsx'));
const ReleaseForm = lazy(() => import('./_profit/ReleaseForm.tsx'));

const words = {
  noneHint: text(
    '下级订购套餐后，本级的每一笔毛利会列在这里。',
    'When customers below order packages, what you earn with each is listed here.',
  ),
  frozen: text('冻结（{currency}）', 'Frozen ({currency})'),
  released: text('已解冻（{currency}）', 'Released ({currency})'),
  reversed: text('冲回（{currency}）', 'Reversed ({currency})'),
  paidOut: text('源头已付（{currency}）', 'Paid at the source ({currency})'),
  net: text('合计（{currency}）', 'Net ({currency})'),
  unit: text('条明细', '{n|entry|entries}'),
};
const SUMS = ['net', 'frozen', 'released', 'reversed'] as const;

const filters = (isPlatform: boolean): readonly FilterSpec[] => [
  'iccid',
  'orderNo',
  'packageName',
  customerFilter('buyerId', listProfitEntries.fields.buyerName.label),
  ...(isPlatform ? [customerFilter('customerId', listProfitEntries.fields.customerName.label)] : []),
  'at',
  'state',
  'kind',
  'releaseAt',
  'releasedAt',
  'platform',
  'source',
  'rule',
  'amount',
  'currency',
];

/** What one earned with each package on a card, when it may be used, and what was given back. */
export default function ShareBenefitDetail() {
  const t = useText();
  const [shown, show] = useShown();
  const copyStep = useCopyStep();
  const [releasing, setReleasing] = useState<{ ids: readonly string[]; done: () => void }>();
  const isPlatform = useSignedIn((state) => state.me?.customer.kind === 'PLATFORM');
  const [specs] = useState(() => filters(isPlatform));
  const columns: readonly ColumnSpec<typeof listProfitEntries>[] = [
    { field: 'at', pinned: 'left' },
    ...(isPlatform ? ([{ field: 'customerName', width: 140 }] as const) : []),
    { field: 'amount', width: 96 },
    'state',
    { field: 'packageName', width: 170 },
    { field: 'buyerName', width: 150 },
    { field: 'price', width: 96 },
    { field: 'reserve', width: 96 },
    { field: 'share', width: 96 },
    { field: 'reversed', width: 96 },
    { field: 'released', width: 110 },
    'releaseAt',
    'releasedAt',
    {
      field: 'orderNo',
      width: 140,
      cell: (row) => <OrderNumber orderNo={row.orderNo} onOpen={() => show(row.orderId)} />,
    },
    { field: 'iccid', width: 220, cell: (row) => <CardNumber iccid={row.iccid} /> },
    'kind',
    'rule',
    { field: 'platform', isOff: true },
    { field: 'source', isOff: true },
    { field: 'waitsForPayer', isOff: true },
    { field: 'splitState', width: 110, isOff: true },
    { field: 'splitSaid', width: 160, isOff: true },
    { field: 'splitNo', width: 120, isOff: true },
    { field: 'splitPosting', width: 140, isOff: true },
    { field: 'currency', isOff: true },
  ];
  const release = (picked: Picked, done: () => void) => {
    if (picked.kind === 'ids') setReleasing({ ids: picked.ids, done });
  };
  return (
    <>
      <ListScreen
        list={listProfitEntries}
        columns={columns}
        filters={specs}
        looks={PROFIT_LOOKS}
        unit={words.unit}
        figures={({ sums, isPartial }) =>
          sums.slice(0, 1).flatMap((sum) =>
            // Few customers are paid at the source: the others see no zero.
            [...SUMS, ...(sum.paidOut === '0' ? [] : (['paidOut'] as const))].map((name) => ({
              key: name,
              label: t(words[name], { currency: sum.currency }),
              value: `${isPartial ? '≥ ' : ''}${moneyAmount(sum[name], sum.currency)}`,
            })),
          )
        }
        bulk={
          isPlatform && mayCall(releaseProfitEarly)
            ? [{ key: 'release', label: releaseProfitEarly.summary, onPick: release }]
            : []
        }
        rowActions={(row) => [
          { key: 'details', label: t(nouns.details), onPick: () => show(row.orderId) },
          ...copyStep(listProfitEntries.fields.orderNo.label, row.orderNo),
        ]}
        empty={{ title: moneyWords.nothingEarned, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {shown ? <OrderPanel id={shown} onClose={() => show(undefined)} /> : null}
        {releasing ? <ReleaseForm {...releasing} onClose={() => setReleasing(undefined)} /> : null}
      </Suspense>
    </>
  );
}
