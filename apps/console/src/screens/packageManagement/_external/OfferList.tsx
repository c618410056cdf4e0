import { acceptOffer, listOffers, mapOffer } from '@cardinal/contract/api/externalPackages/offers.ts';
import { SuspendReason, UNMAPPED } from '@cardinal/contract/enumerations/externalPackage.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { lazy, Suspense, useState } from 'react';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { Nothing, WholeCode } from '../../../kit/table/cells.tsx';
import { OFFER_LOOKS } from './externalWords.ts';

const DecideForm = lazy(() => import('./DecideForm.tsx'));

const { fields } = listOffers;
const words = {
  none: text('还没有外部套餐', 'No external packages yet'),
  noneHint: text(
    '在“来源”中接入另一个平台并同步后，它提供的套餐列在这里。',
    'Connect another platform under Sources and sync it; the packages it offers are listed here.',
  ),
  changed: text('有变更', 'Changed'),
  gone: text('已消失', 'Gone'),
  suspended: text('已暂停', 'Suspended'),
  mapped: text('已映射', 'Mapped'),
};

export type OfferRow = RowOf<typeof listOffers>;

const COLUMNS: readonly ColumnSpec<typeof listOffers>[] = [
  { field: 'code', pinned: 'left', width: 130, cell: (row) => <WholeCode value={row.code} /> },
  { field: 'name', width: 150 },
  { field: 'sourceName', width: 140 },
  { field: 'state', width: 100 },
  {
    field: 'suspended',
    width: 170,
    cell: ({ suspended }) => (suspended ? <Suspended reason={suspended} /> : <Nothing />),
  },
  { field: 'price', width: 100 },
  { field: 'agreedPrice', width: 110 },
  { field: 'currency', width: 80 },
  { field: 'packageName', width: 150 },
  { field: 'packageCode', width: 130 },
  { field: 'cost', width: 110 },
  { field: 'allowance', width: 180 },
  { field: 'validity', width: 100 },
  { field: 'failures', width: 110 },
  'lastSyncAt',
  'changedAt',
  { field: 'platform', isOff: true },
  { field: 'type', isOff: true },
  { field: 'host', isOff: true },
  { field: 'costCurrency', isOff: true },
  { field: 'acceptedAt', isOff: true },
  { field: 'acceptedBy', isOff: true },
  { field: 'seenAt', isOff: true },
];

function Suspended({ reason }: { reason: SuspendReason }) {
  const t = useText();
  return <StatusTag shape="cross" tone="bad" word={t(SuspendReason.labelOf(reason))} />;
}

const VIEWS = [
  { title: UNMAPPED, query: 'packageIdHas=false' },
  { title: words.changed, query: 'state=changed' },
  { title: words.gone, query: 'state=gone' },
  { title: words.suspended, query: 'suspendedHas=true' },
];

/** What sources offer, beside what of it was accepted here. */
export function OfferList() {
  const t = useText();
  const [decided, setDecided] = useState<OfferRow>();
  return (
    <>
      <ListScreen
        list={listOffers}
        columns={COLUMNS}
        filters={['sourceName', 'name', 'code', 'state', 'suspended', 'packageName', 'packageCode', 'platform', 'type']}
        shownElsewhere={['sourceId', 'packageIdHas', 'suspendedHas']}
        views={VIEWS}
        looks={OFFER_LOOKS}
        rowName={(row) => row.name}
        figures={(figures, pick) => [
          { key: 'offers', label: t(listOffers.summary), value: countAmount(figures.offers), onPick: () => pick({}) },
          { key: 'mapped', label: t(words.mapped), value: countAmount(figures.mapped) },
          {
            key: 'changed',
            label: t(words.changed),
            value: countAmount(figures.changed),
            onPick: () => pick({ state: ['changed'] }),
          },
          {
            key: 'gone',
            label: t(words.gone),
            value: countAmount(figures.gone),
            onPick: () => pick({ state: ['gone'] }),
          },
          {
            key: 'suspended',
            label: t(words.suspended),
            value: countAmount(figures.suspended),
            onPick: () => pick({ suspendedHas: ['true'] }),
          },
        ]}
        rowActions={(row) => [
          ...(row.packageId === null && row.state === 'new'
            ? [{ key: 'map', label: t(mapOffer.summary), call: mapOffer, onPick: () => setDecided(row) }]
            : []),
          ...(row.state === 'changed'
            ? [{ key: 'accept', label: t(acceptOffer.summary), call: acceptOffer, onPick: () => setDecided(row) }]
            : []),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {decided ? <DecideForm row={decided} onClose={() => setDecided(undefined)} /> : null}
      </Suspense>
    </>
  );
}

export const offerFields = fields;
