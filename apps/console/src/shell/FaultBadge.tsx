import { listErrors } from '@cardinal/contract/api/audit/audit.ts';
import { ADMIN_ROLE } from '@cardinal/contract/routes/access.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { AlertIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { useQuery } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { CountBadge } from './CountBadge.tsx';
import { Link } from './Link.tsx';
import { mayCall } from './permissions.ts';
import { useSignedIn } from './signedIn.ts';
import { collectsFaults, useSite } from './site.ts';

const NEW_FAULTS = text('{n} 个新错误', '{n} new {n|error|errors}');
const ASK_EVERY_MS = 120_000;

/** For administrators, where errors are collected: the number of unread ones. */
export default function FaultBadge() {
  const t = useText();
  const site = useSite();
  const isAdmin = useSignedIn(({ me }) => me?.roles.includes(ADMIN_ROLE) ?? false);
  const isOn = isAdmin && collectsFaults(site) && mayCall(listErrors);
  const { data } = useQuery({
    queryKey: ['fault badge'],
    queryFn: ({ signal }) => call(listErrors, { query: { state: ['new'], pageSize: 10 } }, { signal, isSilent: true }),
    enabled: isOn,
    refetchInterval: ASK_EVERY_MS,
  });
  if (!isOn || !data || data.total === 0) return null;
  const label = t(NEW_FAULTS, { n: countAmount(data.total) });
  return (
    <Link to="/system/errorLog?state=new" className="icon-button fault-badge" title={label}>
      <AlertIcon />
      <span className="only-heard">{label}</span>
      <CountBadge count={data.total} />
    </Link>
  );
}
