import {
  copyDistributions,
  distributeProducts,
  editDistributionPrice,
  listDistributions,
  readDistributionTree,
  recallProduct,
} from '@cardinal/contract/api/catalogue/productDistributions.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { customersFilter } from '../../../kit/filters/customerFilter.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { CopyForm } from '../../../parts/catalogue/CopyForm.tsx';
import {
  DISTRIBUTION_LOOKS,
  NO_MARGIN_VIEW,
  TO_REPRICE_VIEW,
  WaitingPrice,
} from '../../../parts/catalogue/distributionCells.tsx';
import { can } from '../../../shell/permissions.ts';
import { DistributeForm, PriceForm } from './DistributeForm.tsx';
import { TreeSheet } from './DistributionTree.tsx';
import { RecallSheet } from './RecallSheet.tsx';

const words = {
  give: text('下发产品', 'Give products'),
  copy: text('按模板下发', 'Distribute from template'),
  again: text('重新下发', 'Give again'),
  tree: text('下发树', 'Distribution tree'),
  none: text('还没有下发产品', 'No products distributed yet'),
  noneHint: text(
    '把产品下发给直属下级并定价，他们才能把卡归入这些产品。',
    'Distribute products to direct child customers with prices, so that their cards can use them.',
  ),
};

type Given = RowOf<typeof listDistributions>;

const LOOKS = { state: DISTRIBUTION_LOOKS };

const COLUMNS: readonly ColumnSpec<typeof listDistributions>[] = [
  { field: 'customerName', pinned: 'left', width: 150 },
  { field: 'productCode', width: 150, cell: (row) => <Identifier value={row.productCode} groupOf={64} /> },
  { field: 'state', width: 110 },
  { field: 'reservePrice', width: 120 },
  { field: 'margin', width: 120 },
  { field: 'minPrice', width: 120 },
  { field: 'cards', width: 72 },
  { field: 'activated', width: 80 },
  { field: 'productName', width: 160 },
  {
    field: 'nextFrom',
    title: nouns.waiting,
    width: 220,
    cell: (row) => <WaitingPrice row={row} />,
  },
  { field: 'further', width: 80 },
  { field: 'platform', width: 124 },
  'givenAt',
  { field: 'nextReservePrice', isOff: true },
  { field: 'nextMinPrice', isOff: true },
  { field: 'currency', isOff: true },
  { field: 'updatedAt', isOff: true },
];

const CHILD = customersFilter('customerId', nouns.child);
const FILTERS = [CHILD, 'productCode', 'productName', 'state', 'platform', 'givenAt'] as const;

type Opened = { what: 'give' | 'copy' } | { what: 'price' | 'recall' | 'again' | 'tree'; row: Given };

/** What the caller's direct children have from the caller, line by line. */
export function GivenList() {
  const t = useText();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const tree = (row: Given) => ({
    key: 'tree',
    label: t(words.tree),
    call: readDistributionTree,
    onPick: () => setOpened({ what: 'tree', row }),
  });
  const give = (
    <CallButton call={distributeProducts} type="primary" onClick={() => setOpened({ what: 'give' })}>
      {t(words.give)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={listDistributions}
        columns={COLUMNS}
        filters={FILTERS}
        looks={LOOKS}
        views={[TO_REPRICE_VIEW, ...(can(listDistributions.fields.margin.permission ?? '') ? [NO_MARGIN_VIEW] : [])]}
        rowName={(row) => `${row.customerName} ${row.productCode}`}
        rowActions={(row) =>
          row.state === 'recalled'
            ? [
                {
                  key: 'again',
                  label: t(words.again),
                  call: distributeProducts,
                  onPick: () => setOpened({ what: 'again', row }),
                },
                tree(row),
              ]
            : [
                {
                  key: 'price',
                  label: t(verbs.reprice),
                  call: editDistributionPrice,
                  onPick: () => setOpened({ what: 'price', row }),
                },
                tree(row),
                {
                  key: 'recall',
                  label: t(verbs.recall),
                  call: recallProduct,
                  isDanger: true,
                  onPick: () => setOpened({ what: 'recall', row }),
                },
              ]
        }
        actions={
          <>
            <CallButton call={copyDistributions} onClick={() => setOpened({ what: 'copy' })}>
              {t(words.copy)}
            </CallButton>
            {give}
          </>
        }
        empty={{ title: words.none, hint: words.noneHint, action: give }}
      />
      {opened?.what === 'give' ? <DistributeForm onClose={close} /> : null}
      {opened?.what === 'copy' ? <CopyForm endpoint={copyDistributions} submit={verbs.give} onClose={close} /> : null}
      {opened?.what === 'price' ? <PriceForm given={opened.row} onClose={close} /> : null}
      {opened?.what === 'recall' ? <RecallSheet id={opened.row.id} onClose={close} /> : null}
      {opened?.what === 'tree' ? (
        <TreeSheet product={{ id: opened.row.productId, code: opened.row.productCode }} onClose={close} />
      ) : null}
      {opened?.what === 'again' ? (
        <DistributeForm
          product={{ id: opened.row.productId, code: opened.row.productCode }}
          customerId={opened.row.customerId}
          onClose={close}
        />
      ) : null}
    </>
  );
}
