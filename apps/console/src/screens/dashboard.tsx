import { browser, STORED } from '../http/browserStore.ts';
import { useSignedIn } from '../shell/signedIn.ts';
import { useSite } from '../shell/site.ts';
import { NormalDashboard } from './_dashboard/NormalDashboard.tsx';
import { SpecialDashboard } from './_dashboard/SpecialDashboard.tsx';
import './_dashboard/dashboard.css';

/** The customer id stored in the browser picks the layout; the data follow the account's own customer. */
export default function Dashboard() {
  const me = useSignedIn((state) => state.me);
  const specialId = useSite((site) => site.specialDashboardCustomerId);
  if (!me) return null;
  return browser.read(STORED.customerId) === specialId ? (
    <SpecialDashboard />
  ) : (
    <NormalDashboard kind={me.customer.kind} customerName={me.customer.name} />
  );
}
