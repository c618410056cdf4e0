import {
  distributePackageShares,
  editPackageShare,
  listPackageShares,
  previewPackageShareRecall,
  recallPackageShare,
} from '@cardinal/contract/api/packageShares/packageShares.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { customersFilter } from '../../kit/filters/customerFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { Nothing, WholeCode } from '../../kit/table/cells.tsx';
import { DISTRIBUTION_LOOKS } from '../../parts/catalogue/distributionCells.tsx';
import { CAN_ORDER, Orderable } from '../../parts/packages/Orderable.tsx';
import type { SharedPackage } from './_shares/ShareForm.tsx';
import { SplitBar } from './_shares/Split.tsx';

const ShareForm = lazy(() => import('./_shares/ShareForm.tsx'));
const RecallSheet = lazy(() => import('../../parts/packages/RecallSheet.tsx'));

const words = {
  none: text('还没有以分润方式分配的套餐', 'No packages given for a share yet'),
  noneHint: text(
    '您定零售价，下级在公众号按此价销售，并从每笔付款中分得约定的部分。',
    'You set the retail price. The child sells at it in its public account and earns the agreed part of each payment.',
  ),
};

/** What is paid, and below it who gets how much. */
function Retail({ row }: { row: SharedPackage }) {
  const { retailPrice, owed, myNet, childEarns, currency } = row;
  if (retailPrice === null) return <Nothing />;
  return (
    <Stack gap="xs">
      <Money minor={retailPrice} currency={currency} />
      {owed === null || myNet === null || childEarns === null ? null : (
        <SplitBar parts={{ owed, mine: myNet, child: childEarns }} />
      )}
    </Stack>
  );
}

const COLUMNS: readonly ColumnSpec<typeof listPackageShares>[] = [
  { field: 'customerName', pinned: 'left', width: 150 },
  { field: 'packageCode', width: 130, cell: (row) => <WholeCode value={row.packageCode} /> },
  { field: 'packageName', width: 150 },
  { field: 'state', width: 96 },
  { field: 'retailPrice', width: 110, cell: (row) => <Retail row={row} /> },
  { field: 'share', width: 90 },
  { field: 'shareKind', width: 120 },
  { field: 'childEarns', width: 100 },
  { field: 'myNet', width: 100 },
  { field: 'owed', width: 100 },
  { field: 'releaseRule', width: 100 },
  { field: 'sold', width: 120 },
  { field: 'paidShare', width: 120 },
  { field: 'whyNot', title: CAN_ORDER, width: 130, cell: (row) => <Orderable whyNot={row.whyNot} /> },
  { field: 'platform', width: 124 },
  'nextFrom',
  'updatedAt',
  { field: 'type', isOff: true },
  { field: 'currency', isOff: true },
  { field: 'givenAt', isOff: true },
  { field: 'recalledAt', isOff: true },
];

const FILTERS = [
  customersFilter('customerId', nouns.child),
  'packageCode',
  'packageName',
  'shareKind',
  'state',
  'platform',
  'type',
  'updatedAt',
] as const;

/** What the caller's direct children have from the caller for a share of what end users pay. */
export default function ShareBenefitPackageDistribute() {
  const t = useText();
  const [opened, setOpened] = useState<SharedPackage | 'new'>();
  const [recalled, setRecalled] = useState<string>();
  const give = (
    <CallButton call={distributePackageShares} type="primary" onClick={() => setOpened('new')}>
      {t(distributePackageShares.summary)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={listPackageShares}
        columns={COLUMNS}
        filters={FILTERS}
        looks={{ state: DISTRIBUTION_LOOKS }}
        rowName={(row) => `${row.customerName} ${row.packageCode}`}
        rowActions={(row) =>
          row.state === 'recalled'
            ? []
            : [
                { key: 'edit', label: t(verbs.edit), call: editPackageShare, onPick: () => setOpened(row) },
                {
                  key: 'recall',
                  label: t(verbs.recall),
                  call: recallPackageShare,
                  isDanger: true,
                  onPick: () => setRecalled(row.id),
                },
              ]
        }
        actions={give}
        empty={{ title: words.none, hint: words.noneHint, action: give }}
      />
      <Suspense fallback={null}>
        {opened ? <ShareForm row={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} /> : null}
        {recalled ? (
          <RecallSheet
            id={recalled}
            preview={previewPackageShareRecall}
            recall={recallPackageShare}
            onClose={() => setRecalled(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
