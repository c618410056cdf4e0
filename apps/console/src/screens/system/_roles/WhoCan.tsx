import { whoCan } from '@cardinal/contract/api/identity/roles.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { useId, useState } from 'react';
import { Field } from '../../../kit/Field.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { Link } from '../../../shell/Link.tsx';
import { PermissionPicker } from './PermissionPicker.tsx';

const words = {
  title: text('谁能做这件事？', 'Who can do it?'),
  choose: text('选择一项权限', 'Select a permission'),
  chooseHint: text('列出授予它的角色和拥有它的账号。', 'Lists the roles that grant it and the accounts that hold it.'),
  found: text(
    '{roles} 个角色，{accounts} 个账号',
    '{roles} {roles|role|roles}, {accounts} {accounts|account|accounts}',
  ),
  nobody: text('没有角色拥有这项权限', 'No role grants this permission'),
  nobodyHint: text(
    '系统管理员不在此列，始终拥有全部权限。',
    'System administrators are not listed; they always hold all permissions.',
  ),
  unused: text('没有账号', 'No accounts'),
  failed: text('查询失败', 'Query failed'),
};

/** From one permission to the roles that effectively grant it and the accounts that hold them. */
export function WhoCan(props: { onClose: () => void; onRole: (id: string) => void }) {
  const t = useText();
  const id = useId();
  const [permission, setPermission] = useState<string>();
  return (
    <Sheet isOpen title={t(words.title)} width={560} onClose={props.onClose}>
      <Field id={id} label={t(nouns.permission)}>
        <PermissionPicker id={id} value={permission} onValue={setPermission} />
      </Field>
      {permission ? (
        <Answer permission={permission} onRole={props.onRole} />
      ) : (
        <EmptyState title={t(words.choose)} hint={t(words.chooseHint)} />
      )}
    </Sheet>
  );
}

function Answer(props: { permission: string; onRole: (id: string) => void }) {
  const t = useText();
  const query = { permission: props.permission };
  const { data, error, refetch } = useRead(whoCan, query);
  if (!data) return <NotLoaded failed={words.failed} error={error} onRetry={refetch} />;
  if (data.length === 0) return <EmptyState title={t(words.nobody)} hint={t(words.nobodyHint)} />;
  const accounts = new Set(data.flatMap((each) => each.accounts.map((account) => account.id)));
  return (
    <>
      <p role="status">{t(words.found, { roles: countAmount(data.length), accounts: countAmount(accounts.size) })}</p>
      <Stack as="ul" isDivided above="l">
        {data.map((each) => (
          <li key={each.role.id}>
            <TextButton onClick={() => props.onRole(each.role.id)}>{each.role.name}</TextButton>{' '}
            <small>{each.customer.name}</small>
            <Inline as="p" gap="l">
              {each.accounts.map((account) => (
                <Link key={account.id} to={`/permission/accountManagement?shown=${account.id}`}>
                  {account.name} · {account.account}
                </Link>
              ))}
              {each.accounts.length === 0 ? <small>{t(words.unused)}</small> : null}
            </Inline>
          </li>
        ))}
      </Stack>
    </>
  );
}
