import { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import { listAccounts, readAccount } from '@cardinal/contract/api/identity/accounts.ts';
import { DataScope } from '@cardinal/contract/enumerations/identity.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { daysAgo } from '@cardinal/primitives/dayWords.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { DetailTabs } from '../../../kit/DetailTabs.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { SheetActions } from '../../../kit/SheetActions.tsx';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { OperationLines } from '../../../parts/audit/OperationLines.tsx';
import { AccountName, AccountStatus, Contact, RoleNames } from '../../../parts/identity/accountCells.tsx';
import { mayCall } from '../../../shell/permissions.ts';
import type { AccountDetail } from './AccountForms.tsx';
import { PermissionWords } from './PermissionWords.tsx';
import { Sessions, SignIns } from './Sessions.tsx';

const words = {
  failed: text('账号加载失败', 'Failed to load the account'),
  permissions: text('有效权限', 'Effective rights'),
  sessions: text('会话', 'Sessions'),
  signIns: text('登录记录', 'Sign-ins'),
  operations: text('操作记录', 'Operations'),
  age: text('{ago}设置', 'Set {ago}'),
  mustChange: text('{ago}设置，下次登录须修改', 'Set {ago}; must be changed at next sign-in'),
};

/** One account: its data, its effective permissions by role, its sessions and sign-in attempts. */
export function AccountPanel(props: {
  id: string | undefined;
  steps: (account: AccountDetail) => readonly RowAction[];
  onClose: () => void;
}) {
  const t = useText();
  const { id = '' } = props;
  const { data, error, refetch } = useRead(readAccount, id !== '' && { id });
  return (
    <Sheet
      isOpen={props.id !== undefined}
      title={data ? `${data.name} · ${data.account}` : t(nouns.account)}
      width={880}
      onClose={props.onClose}
      extra={data ? <SheetActions actions={props.steps(data)} /> : null}
    >
      {data ? <Content account={data} /> : <NotLoaded failed={words.failed} error={error} onRetry={refetch} />}
    </Sheet>
  );
}

function Content({ account }: { account: AccountDetail }) {
  const t = useText();
  return (
    <DetailTabs
      label={t(nouns.account)}
      tabs={[
        { key: 'overview', title: t(nouns.overview), content: () => <Overview account={account} /> },
        {
          key: 'permissions',
          title: t(words.permissions),
          count: account.permissions.length,
          content: () => <PermissionWords permissions={account.permissions} />,
        },
        {
          key: 'sessions',
          title: t(words.sessions),
          count: account.sessions.filter((session) => !session.endedAt).length,
          content: () => <Sessions sessions={account.sessions} />,
        },
        { key: 'signIns', title: t(words.signIns), content: () => <SignIns signIns={account.signIns} /> },
        ...(mayCall(listOperations)
          ? [
              {
                key: 'operations',
                title: t(words.operations),
                content: () => (
                  <OperationLines
                    of={{ accountId: account.id }}
                    more={`actorName=${encodeURIComponent(account.account)}`}
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function Overview({ account }: { account: AccountDetail }) {
  const t = useText();
  const { fields } = listAccounts;
  return (
    <FactsList
      facts={[
        { label: fields.account.label, value: <AccountName account={account} /> },
        { label: fields.status.label, value: <AccountStatus account={account} /> },
        { label: fields.customerName.label, value: account.customerName },
        { label: fields.roles.label, value: <RoleNames roles={account.roles} /> },
        { label: fields.dataScope.label, value: t(DataScope.labelOf(account.dataScope)) },
        ...(account.dataScopeCustomers.length > 0
          ? [{ label: nouns.chosenCustomers, value: account.dataScopeCustomers.map((each) => each.name).join(' · ') }]
          : []),
        {
          label: fields.phone.label,
          value: account.phone && <Contact value={account.phone} verifiedAt={account.phoneVerifiedAt} />,
        },
        {
          label: nouns.email,
          value: account.email && <Contact value={account.email} verifiedAt={account.emailVerifiedAt} />,
        },
        {
          label: nouns.password,
          value: t(account.mustChangePassword ? words.mustChange : words.age, {
            ago: daysAgo(account.passwordAgeDays),
          }),
        },
        { label: fields.hasTwoStep.label, value: t(account.hasTwoStep ? nouns.on : nouns.off) },
        { label: fields.failedTries.label, value: account.failedTries },
        { label: fields.lastLoginAt.label, value: account.lastLoginAt && <TimeText at={account.lastLoginAt} /> },
        {
          label: fields.lastLoginAddress.label,
          value: [account.lastLoginAddress, account.lastLoginPlace].filter(Boolean).join(' · ') || null,
        },
        { label: fields.createdBy.label, value: account.createdBy },
        { label: fields.createdAt.label, value: <TimeText at={account.createdAt} /> },
      ]}
    />
  );
}
