import { listAccounts } from '@cardinal/contract/api/identity/accounts.ts';
import { sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { AccountStatus, RoleNames } from '../../../parts/identity/accountCells.tsx';
import { Link } from '../../../shell/Link.tsx';

const words = { allAccounts: text('在账号管理中查看全部', 'View all in account management') };

/** The first accounts of a customer, with a link to all of them. */
export default function AccountsTab({ customerId }: { customerId: string }) {
  const t = useText();
  const query = { customerId, pageNum: 1, pageSize: 20 };
  const { data, error, refetch } = useRead(listAccounts, query);
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  if (data.list.length === 0) return <EmptyState title={t(sentences.noAccounts)} />;
  const { fields } = listAccounts;
  return (
    <>
      <LinesTable
        heads={[fields.account, fields.name, fields.roles, fields.status, fields.lastLoginAt].map(({ label }) => label)}
      >
        {data.list.map((account) => (
          <tr key={account.id}>
            <td>
              <Link to={`/permission/accountManagement?customerId=${customerId}&shown=${account.id}`}>
                {account.account}
              </Link>
            </td>
            <td>{account.name}</td>
            <td>
              <RoleNames roles={account.roles} />
            </td>
            <td>
              <AccountStatus account={account} />
            </td>
            <td>
              <TimeText at={account.lastLoginAt} />
            </td>
          </tr>
        ))}
      </LinesTable>
      <Stack as="p" above="m">
        <Link to={`/permission/accountManagement?customerId=${customerId}`}>{t(words.allAccounts)}</Link>
      </Stack>
    </>
  );
}
