import { listCodeBatches, listRedeemCodes } from '@cardinal/contract/api/groupBuys/codes.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TableSkeleton } from '@cardinal/ui/States.tsx';
import { lazy, Suspense } from 'react';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import { OfferList } from './_groupBuys/OfferList.tsx';

const BatchList = lazy(() => import('./_groupBuys/BatchList.tsx'));
const CodeList = lazy(() => import('./_groupBuys/CodeList.tsx'));

const OFFERS = text('团购', 'Offers');

/** Packages sold in bulk as redeem codes: what is offered, the batches sold or bought, and their codes. */
export default function ApiGroupBuyPackage() {
  const t = useText();
  return (
    <TabbedScreen
      tabs={[
        { key: 'offers', title: t(OFFERS), content: () => <OfferList /> },
        {
          key: 'batches',
          title: t(listCodeBatches.summary),
          content: () => (
            <Suspense fallback={<TableSkeleton columns={8} />}>
              <BatchList />
            </Suspense>
          ),
        },
        {
          key: 'codes',
          title: t(listRedeemCodes.summary),
          content: () => (
            <Suspense fallback={<TableSkeleton columns={8} />}>
              <CodeList />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
