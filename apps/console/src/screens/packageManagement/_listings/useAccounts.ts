import { listPublicAccounts } from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import { useRead } from '../../../kit/useRead.ts';

/** Public accounts to choose from; where only one's own can be chosen, those. */
export function usePublicAccounts(isOwn = false): readonly { value: string; label: string }[] {
  const { data } = useRead(listPublicAccounts, { pageSize: 200 });
  return (data?.list ?? [])
    .filter((account) => !isOwn || account.isOwn)
    .map(({ id, name }) => ({ value: id, label: name }));
}
