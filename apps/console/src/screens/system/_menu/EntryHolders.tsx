import { readMenuHolders } from '@cardinal/contract/api/identity/menus.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { LosersList } from '../_menuSet/LosersList.tsx';

const words = {
  holders: text('持有的角色', 'Roles that hold it'),
  accounts: text('{n} 个账号', '{n} {n|account|accounts}'),
};

/** The roles that lose an entry, by name, from the top of the tree down. */
export function EntryHolders({ entryKey }: { entryKey: string }) {
  const t = useText();
  const query = { key: entryKey };
  const { data, error, refetch } = useRead(readMenuHolders, query, { staleTime: 0 });
  if (!data) return <NotLoaded error={error} onRetry={refetch} outline="nothing" />;
  return (
    <LosersList
      title={t(words.holders)}
      all={data.roles}
      named={data.named.map(({ name, customerName, accounts }) => ({
        name,
        note: `${customerName} · ${t(words.accounts, { n: countAmount(accounts) })}`,
      }))}
    />
  );
}
