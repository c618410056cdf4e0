import { assignRole, roleCandidates } from '@cardinal/contract/api/identity/accounts.ts';
import { readRole } from '@cardinal/contract/api/identity/roles.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { Field } from '../../../kit/Field.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { OpenLink } from '../../../kit/OpenLink.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { Can } from '../../../shell/Can.tsx';
import { mayCall } from '../../../shell/permissions.ts';

const words = {
  title: text('持有「{name}」的账号', 'Accounts with the role “{name}”'),
  add: text('添加账号', 'Add accounts'),
  choose: text('选择该客户的账号', 'Select accounts of the customer'),
  give: text('添加 {n} 个账号', 'Add {n} {n|account|accounts}'),
  given: text('角色已分配，下一次请求起生效', 'Role assigned; takes effect on the next request'),
  take: text('移除', 'Take away'),
  question: text('移除 {account} 的角色「{role}」？', 'Remove role “{role}” from {account}?'),
  consequence: text('该账号的其他角色不变。', 'Other roles of the account are unchanged.'),
  taken: text('角色已移除', 'Role removed'),
  none: text('还没有账号持有这个角色', 'No accounts hold this role'),
  failed: text('角色加载失败', 'Failed to load the role'),
};

/** Who holds a role; granting and revoking it. */
export default function RoleHolders(props: { id: string; onClose: () => void }) {
  const t = useText();
  const { id } = props;
  const { data, error, refetch } = useRead(readRole, { id });
  const taking = useChange(assignRole, { done: t(words.taken) });
  const take = (account: { id: string; account: string }) =>
    taking.confirm({
      title: t(words.question, { account: account.account, role: data?.name ?? '' }),
      body: <p>{t(words.consequence)}</p>,
      confirm: t(words.take),
      isDanger: true,
      sends: { body: { id, add: [], remove: [account.id] } },
    });
  return (
    <Sheet isOpen title={t(words.title, { name: data?.name ?? '' })} width={560} onClose={props.onClose}>
      {data ? (
        <>
          <Can call={assignRole}>
            <AddHolders id={id} />
          </Can>
          {data.holders.length === 0 ? <EmptyState title={t(words.none)} /> : null}
          <Stack as="ul" isDivided above="l">
            {data.holders.map((account) => (
              <Inline as="li" justify="between" gap="m" isOneLine key={account.id}>
                <span>
                  <OpenLink to={`/permission/accountManagement?shown=${account.id}`}>{account.account}</OpenLink>
                  <small>{account.name}</small>
                </span>
                {mayCall(assignRole) ? (
                  <Button type="link" size="small" danger onClick={() => void take(account)}>
                    {t(words.take)}
                  </Button>
                ) : null}
              </Inline>
            ))}
          </Stack>
        </>
      ) : (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}

function AddHolders({ id }: { id: string }) {
  const t = useText();
  const field = useId();
  const [picked, setPicked] = useState<string[]>([]);
  const [keyword, setKeyword] = useState('');
  const giving = useChange(assignRole, { done: t(words.given) });
  const query = { id, ...(keyword ? { keyword } : {}) };
  const { data, isFetching } = useRead(roleCandidates, query, { keepsPrevious: true });
  const give = async () => {
    if (await giving.run({ body: { id, add: picked, remove: [] } })) setPicked([]);
  };
  return (
    <Stack gap="s">
      <Field id={field} label={t(words.add)}>
        <Select
          id={field}
          mode="multiple"
          placeholder={t(words.choose)}
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          loading={isFetching}
          value={picked}
          options={(data ?? []).map((each) => ({ value: each.id, label: `${each.account} · ${each.name}` }))}
          onChange={setPicked}
        />
      </Field>
      <Button type="primary" disabled={picked.length === 0} loading={giving.isRunning} onClick={() => void give()}>
        {t(words.give, { n: countAmount(picked.length) })}
      </Button>
    </Stack>
  );
}
