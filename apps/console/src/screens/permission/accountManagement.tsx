import { addAccount, listAccounts } from '@cardinal/contract/api/identity/accounts.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { OwnFilter } from '../../kit/filters/FilterForm.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { OneTimeSecret, type Secret } from '../../kit/OneTimeSecret.tsx';
import { useShown } from '../../kit/useShown.ts';
import { AccountName, AccountStatus, RoleNames } from '../../parts/identity/accountCells.tsx';
import { useRoleOptions } from '../../parts/identity/RolePicker.tsx';
import { AccountForm, AddAccount } from './_accounts/AccountForms.tsx';
import { AccountPanel } from './_accounts/AccountPanel.tsx';
import { type Opened, useAccountSteps } from './_accounts/useAccountSteps.tsx';

const words = {
  search: text('账号、姓名或手机号', 'Account, name or phone'),
  never: text('从未登录', 'Never signed in'),
  mustChange: text('待修改密码', 'Password change required'),
  noneHint: text('为同事或下级客户新增登录账号。', 'Add logins for colleagues or child customers.'),
};

type Row = RowOf<typeof listAccounts>;

const COLUMNS: readonly ColumnSpec<typeof listAccounts>[] = [
  { field: 'account', pinned: 'left', width: 170, cell: (row) => <AccountName account={row} /> },
  { field: 'name', width: 120 },
  { field: 'customerName', width: 150 },
  { field: 'roles', width: 140, cell: (row) => <RoleNames roles={row.roles} /> },
  { field: 'status', width: 130, cell: (row) => <AccountStatus account={row} /> },
  'lastLoginAt',
  { field: 'dataScope', width: 190 },
  { field: 'phone', width: 120 },
  { field: 'lastLoginAddress', width: 130 },
  { field: 'lastLoginPlace', width: 130 },
  { field: 'passwordAgeDays', width: 96 },
  { field: 'failedTries', width: 96 },
  { field: 'hasTwoStep', width: 96 },
  { field: 'providers', width: 130 },
  { field: 'mustChangePassword', isOff: true },
  'createdBy',
  'createdAt',
];

const ROLE: OwnFilter = {
  keys: ['roleId'],
  label: nouns.role,
  control: ({ id, filters, change }) => (
    <RoleFilter
      id={id}
      customerId={[filters['under'] ?? []].flat()[0]}
      value={[filters['roleId'] ?? []].flat()[0]}
      onValue={(next) => change('roleId', next)}
    />
  ),
};
const FILTERS = [
  'status',
  customerFilter('under', nouns.customer),
  ROLE,
  'dataScope',
  'isLocked',
  'mustChangePassword',
  'hasTwoStep',
  'lastLoginAt',
  'createdAt',
] as const;

/** The roles of the filtered customer, or of the caller's own. */
function RoleFilter(props: {
  id: string;
  customerId: string | undefined;
  value: string | undefined;
  onValue: (roleId: string | undefined) => void;
}) {
  const t = useText();
  const { data, isFetching } = useRoleOptions(props.customerId);
  return (
    <Select
      id={props.id}
      allowClear
      placeholder={t(nouns.all)}
      showSearch={{ optionFilterProp: 'label' }}
      loading={isFetching}
      value={props.value ?? null}
      options={(data ?? []).map((role) => ({ value: role.id, label: role.name }))}
      onChange={(next) => props.onValue(next ?? undefined)}
    />
  );
}

export default function AccountManagement() {
  const t = useText();
  const [shown, show] = useShown();
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const [secret, setSecret] = useState<Secret>();
  const tell = (account: string, password: string | null) => {
    if (password === null) return;
    setSecret({ title: t(sentences.passwordOf, { account }), label: nouns.oneTimePassword, value: password });
  };
  const stepsOf = useAccountSteps({ open: (what, id) => setOpened({ what, id }), onPassword: tell });

  return (
    <>
      <ListScreen
        list={listAccounts}
        columns={COLUMNS}
        search={{ key: 'keyword', label: words.search }}
        filters={FILTERS}
        views={[
          { title: nouns.locked, query: 'isLocked=true' },
          { title: words.never, query: 'lastLoginAtHas=false' },
          { title: words.mustChange, query: 'mustChangePassword=true' },
        ]}
        rowName={(row) => row.account}
        rowActions={(row: Row) => [
          { key: 'details', label: t(nouns.details), onPick: () => show(row.id) },
          ...stepsOf(row),
        ]}
        actions={
          <CallButton call={addAccount} type="primary" onClick={() => setIsAdding(true)}>
            {t(verbs.newAccount)}
          </CallButton>
        }
        empty={{ title: sentences.noAccounts, hint: words.noneHint }}
      />
      <AccountPanel id={shown} steps={stepsOf} onClose={() => show(undefined)} />
      {isAdding ? <AddAccount onMade={tell} onClose={() => setIsAdding(false)} /> : null}
      {opened ? (
        <AccountForm opened={opened} onClose={() => setOpened(undefined)} onDeleted={() => show(undefined)} />
      ) : null}
      {secret ? <OneTimeSecret secret={secret} onClose={() => setSecret(undefined)} /> : null}
    </>
  );
}
