import { listOffers } from '@cardinal/contract/api/externalPackages/offers.ts';
import { listSourceOrders } from '@cardinal/contract/api/externalPackages/sourceOrders.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TableSkeleton } from '@cardinal/ui/States.tsx';
import { lazy, Suspense } from 'react';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import { OfferList } from './_external/OfferList.tsx';

const SourceOrderList = lazy(() => import('./_external/SourceOrderList.tsx'));
const SourceList = lazy(() => import('./_external/SourceList.tsx'));

const SOURCES = text('来源', 'Sources');

/** Packages of other platforms: what they offer and what of it is ours, and where it comes from. */
export default function OutPackagemanage() {
  const t = useText();
  return (
    <TabbedScreen
      tabs={[
        { key: 'offers', title: t(listOffers.summary), content: () => <OfferList /> },
        {
          key: 'orders',
          title: t(listSourceOrders.summary),
          content: () => (
            <Suspense fallback={<TableSkeleton columns={8} />}>
              <SourceOrderList />
            </Suspense>
          ),
        },
        {
          key: 'sources',
          title: t(SOURCES),
          content: () => (
            <Suspense fallback={<TableSkeleton columns={8} />}>
              <SourceList />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
