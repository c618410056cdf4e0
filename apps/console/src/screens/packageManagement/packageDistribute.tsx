import {
  copyPackageDistributions,
  distributePackages,
  editPackagePrice,
  listPackageDistributions,
  recallPackage,
} from '@cardinal/contract/api/packages/packageDistributions.ts';
import { readPackagePrices } from '@cardinal/contract/api/packages/packagePrices.ts';
import { uploadPriceSheet } from '@cardinal/contract/api/packages/priceSheets.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { customersFilter } from '../../kit/filters/customerFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useOpenBatch } from '../../kit/sheetImport/useOpenBatch.ts';
import { WholeCode } from '../../kit/table/cells.tsx';
import {
  DISTRIBUTION_LOOKS,
  NO_MARGIN_VIEW,
  TO_REPRICE_VIEW,
  WaitingPrice,
} from '../../parts/catalogue/distributionCells.tsx';
import { CAN_ORDER, Orderable } from '../../parts/packages/Orderable.tsx';
import { PoolPackagesNote } from '../../parts/packages/PoolPackagesNote.tsx';
import type { Given } from './_distribution/PriceForm.tsx';

const CopyForm = lazy(async () => ({ default: (await import('../../parts/catalogue/CopyForm.tsx')).CopyForm }));
const DistributeForm = lazy(() => import('./_distribution/DistributeForm.tsx'));
const PriceSheet = lazy(() => import('../../parts/packages/PriceSheet.tsx'));
const PriceForm = lazy(() => import('./_distribution/PriceForm.tsx'));
const PriceSheetImport = lazy(() => import('./_distribution/PriceSheetImport.tsx'));
const RecallSheet = lazy(() => import('../../parts/packages/RecallSheet.tsx'));

const words = {
  copy: text('从其他下级复制', 'Copy from another child'),
  sheet: text('价格表', 'Price sheet'),
  again: text('重新分配', 'Distribute again'),
  none: text('还没有分配套餐', 'No packages distributed yet'),
  noneHint: text(
    '把套餐分配给直属下级并定价，他们才能订购和转售。',
    'Distribute packages to direct child customers with prices, so that they can order and resell them.',
  ),
};

const LOOKS = { state: DISTRIBUTION_LOOKS };

const COLUMNS: readonly ColumnSpec<typeof listPackageDistributions>[] = [
  { field: 'customerName', pinned: 'left', width: 150 },
  { field: 'packageCode', width: 130, cell: (row) => <WholeCode value={row.packageCode} /> },
  { field: 'state', width: 110 },
  { field: 'reservePrice', width: 120 },
  { field: 'margin', width: 120 },
  { field: 'minPrice', width: 120 },
  { field: 'suggestPrice', width: 110 },
  { field: 'lowestBelow', width: 140 },
  { field: 'packageName', width: 150 },
  { field: 'nextFrom', title: nouns.waiting, width: 220, cell: (row) => <WaitingPrice row={row} /> },
  { field: 'platform', width: 124 },
  { field: 'type', width: 110 },
  'updatedAt',
  { field: 'whyNot', title: CAN_ORDER, cell: (row) => <Orderable whyNot={row.whyNot} />, isOff: true },
  { field: 'nextReservePrice', isOff: true },
  { field: 'currency', isOff: true },
  { field: 'givenAt', isOff: true },
  { field: 'recalledAt', isOff: true },
];

const CHILD = customersFilter('customerId', nouns.child);
const FILTERS = [CHILD, 'packageCode', 'packageName', 'state', 'platform', 'type', 'margin', 'updatedAt'] as const;
const VIEWS = [TO_REPRICE_VIEW, NO_MARGIN_VIEW];

type Opened = { what: 'give' | 'copy' } | { what: 'price' | 'prices' | 'recall' | 'again'; row: Given };

/** What the caller's direct children have from the caller, and at which price. */
export default function PackageDistribute() {
  const t = useText();
  const [opened, setOpened] = useState<Opened>();
  const [sheet, openSheet] = useOpenBatch();
  const close = () => setOpened(undefined);
  const give = (
    <CallButton call={distributePackages} type="primary" onClick={() => setOpened({ what: 'give' })}>
      {t(distributePackages.summary)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={listPackageDistributions}
        columns={COLUMNS}
        filters={FILTERS}
        looks={LOOKS}
        views={VIEWS}
        notice={<PoolPackagesNote />}
        rowName={(row) => `${row.customerName} ${row.packageCode}`}
        rowActions={(row) => {
          const prices = {
            key: 'prices',
            label: t(readPackagePrices.summary),
            call: readPackagePrices,
            onPick: () => setOpened({ what: 'prices', row }),
          };
          return row.state === 'recalled'
            ? [
                {
                  key: 'again',
                  label: t(words.again),
                  call: distributePackages,
                  onPick: () => setOpened({ what: 'again', row }),
                },
                prices,
              ]
            : [
                {
                  key: 'price',
                  label: t(verbs.reprice),
                  call: editPackagePrice,
                  onPick: () => setOpened({ what: 'price', row }),
                },
                prices,
                {
                  key: 'recall',
                  label: t(verbs.recall),
                  call: recallPackage,
                  isDanger: true,
                  onPick: () => setOpened({ what: 'recall', row }),
                },
              ];
        }}
        actions={
          <>
            <CallButton call={uploadPriceSheet} onClick={() => openSheet('new')}>
              {t(words.sheet)}
            </CallButton>
            <CallButton call={copyPackageDistributions} onClick={() => setOpened({ what: 'copy' })}>
              {t(words.copy)}
            </CallButton>
            {give}
          </>
        }
        empty={{ title: words.none, hint: words.noneHint, action: give }}
      />
      <Suspense fallback={null}>
        {sheet ? <PriceSheetImport opened={sheet} onOpen={openSheet} /> : null}
        {opened?.what === 'give' ? <DistributeForm onClose={close} /> : null}
        {opened?.what === 'copy' ? (
          <CopyForm endpoint={copyPackageDistributions} submit={verbs.distribute} onClose={close} />
        ) : null}
        {opened?.what === 'price' ? <PriceForm given={opened.row} onClose={close} /> : null}
        {opened?.what === 'prices' ? (
          <PriceSheet packageId={opened.row.packageId} customerId={opened.row.customerId} onClose={close} />
        ) : null}
        {opened?.what === 'recall' ? <RecallSheet id={opened.row.id} onClose={close} /> : null}
        {opened?.what === 'again' ? (
          <DistributeForm
            of={{ packageId: opened.row.packageId, code: opened.row.packageCode, name: opened.row.packageName }}
            customerId={opened.row.customerId}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}
