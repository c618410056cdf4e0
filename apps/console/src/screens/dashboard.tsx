import { DetailSkeleton } from '@cardinal/ui/States.tsx';
import { lazy, Suspense } from 'react';
import { browser, STORED } from '../http/browserStore.ts';
import { useSignedIn } from '../shell/signedIn.ts';
import { useSite } from '../shell/site.ts';
import { NormalDashboard } from './_dashboard/NormalDashboard.tsx';
import './_dashboard/dashboard.css';

// One customer alone has it.
const SpecialDashboard = lazy(() => import('./_dashboard/SpecialDashboard.tsx'));

/** The customer id stored in the browser picks the layout; the data follow the account's own customer. */
export default function Dashboard() {
  const me = useSignedIn((state) => state.me);
  const specialId = useSite((site) => site.specialDashboardCustomerId);
  if (!me) return null;
  return browser.read(STORED.customerId) === specialId ? (
    <Suspense fallback={<DetailSkeleton />}>
      <SpecialDashboard />
    </Suspense>
  ) : (
    <NormalDashboard kind={me.customer.kind} customerName={me.customer.name} />
  );
}
