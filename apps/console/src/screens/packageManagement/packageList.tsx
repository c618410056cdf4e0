import { distributePackages, listHeldPackages } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { readPackagePrices } from '@cardinal/contract/api/packages/packagePrices.ts';
import { OrderingSwitch } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { WholeCode } from '../../kit/table/cells.tsx';
import { CAN_ORDER, Orderable } from '../../parts/packages/Orderable.tsx';
import { PoolPackagesNote } from '../../parts/packages/PoolPackagesNote.tsx';
import { PackageValidity, PackageVolume } from '../../parts/packages/packageTerms.tsx';
import { Link } from '../../shell/Link.tsx';
import { mayCall } from '../../shell/permissions.ts';

const DistributeForm = lazy(() => import('./_distribution/DistributeForm.tsx'));
const PriceSheet = lazy(() => import('../../parts/packages/PriceSheet.tsx'));

const words = {
  onShelf: text('在售', 'On the shelf'),
  none: text('还没有套餐', 'No packages yet'),
  noneHint: text('上级分配给您的套餐会出现在这里。', 'Packages that your parent gives you appear here.'),
};

type Held = RowOf<typeof listHeldPackages>;

/** Those children in the list of what was given. */
function Children({ row }: { row: Held }) {
  const n = countAmount(row.children);
  if (row.children === 0 || !mayCall(distributePackages)) return n;
  return <Link to={`/packageManagement/packageDistribute?packageCode=${encodeURIComponent(row.code)}`}>{n}</Link>;
}

const COLUMNS: readonly ColumnSpec<typeof listHeldPackages>[] = [
  { field: 'code', pinned: 'left', width: 130, cell: (row) => <WholeCode value={row.code} /> },
  { field: 'name', width: 170 },
  { field: 'reservePrice', width: 120 },
  { field: 'minPrice', width: 120 },
  { field: 'suggestPrice', width: 120 },
  { field: 'whyNot', title: CAN_ORDER, cell: (row) => <Orderable whyNot={row.whyNot} /> },
  { field: 'flowBytes', width: 100, cell: (row) => <PackageVolume bytes={row.flowBytes} units={row.units} /> },
  { field: 'voiceSeconds', width: 100 },
  { field: 'validityCount', width: 100, cell: (row) => <PackageValidity of={row} /> },
  { field: 'platform', width: 124 },
  { field: 'type', width: 110 },
  { field: 'fromName', width: 140 },
  { field: 'children', width: 110, cell: (row) => <Children row={row} /> },
  { field: 'origin', isOff: true },
  { field: 'shelfState', isOff: true },
  { field: 'currency', isOff: true },
  { field: 'givenAt', isOff: true },
];

const FILTERS = ['code', 'name', 'platform', 'type', 'origin', 'shelfState', 'reservePrice'] as const;

/** What the caller's customer has: what it pays, what it may charge, and whether it can be ordered. */
export default function PackageList() {
  const t = useText();
  const [given, setGiven] = useState<Held>();
  const [priced, setPriced] = useState<Held>();
  return (
    <>
      <ListScreen
        list={listHeldPackages}
        columns={COLUMNS}
        filters={FILTERS}
        views={[{ title: words.onShelf, query: 'shelfState=1' }]}
        notice={<PoolPackagesNote />}
        rowName={({ code }) => code}
        rowActions={(row) => [
          {
            key: 'give',
            label: t(verbs.distribute),
            call: distributePackages,
            disabled: row.whyNot && t(OrderingSwitch.labelOf(row.whyNot)),
            onPick: () => setGiven(row),
          },
          {
            key: 'prices',
            label: t(readPackagePrices.summary),
            call: readPackagePrices,
            onPick: () => setPriced(row),
          },
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {priced ? <PriceSheet packageId={priced.packageId} onClose={() => setPriced(undefined)} /> : null}
      </Suspense>
      {given ? (
        <Suspense fallback={null}>
          <DistributeForm
            of={{
              packageId: given.packageId,
              code: given.code,
              name: given.name,
              // What an own package costs is read by its code.
              ...(given.reservePrice === null
                ? {}
                : { cost: { reservePrice: given.reservePrice, floor: given.minPrice ?? '0', cost: null } }),
            }}
            onClose={() => setGiven(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
