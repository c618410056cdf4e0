import { roleOptions } from '@cardinal/contract/api/identity/roles.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useRead } from '../../kit/useRead.ts';

const words = {
  choose: text('选择角色', 'Choose roles'),
  beyond: text('{name}（含您没有的权限）', '{name} (includes permissions you do not have)'),
  none: text('该客户还没有角色', 'This customer has no roles yet'),
  without: text(
    '未分配角色的账号登录后只能修改自己的密码。',
    'Without a role, the account can only change its own password.',
  ),
};

export const useRoleOptions = (customerId: string | undefined) =>
  useRead(roleOptions, customerId ? { customerId } : {}, { staleTime: 30_000 });

/** Roles of one customer; those with permissions that the caller lacks are shown and cannot be granted. */
export function RolePicker(props: {
  id: string;
  customerId: string | undefined;
  value: readonly string[];
  onValue: (roleIds: string[]) => void;
  problem: string | undefined;
}) {
  const t = useText();
  const { data, isFetching } = useRoleOptions(props.customerId);
  return (
    <>
      <Select
        id={props.id}
        mode="multiple"
        placeholder={t(words.choose)}
        notFoundContent={t(words.none)}
        showSearch={{ optionFilterProp: 'label' }}
        loading={isFetching}
        status={props.problem ? 'error' : ''}
        aria-invalid={props.problem ? true : undefined}
        value={[...props.value]}
        options={(data ?? []).map((role) => ({
          value: role.id,
          label: role.isGrantable ? role.name : t(words.beyond, { name: role.name }),
          disabled: !role.isGrantable && !props.value.includes(role.id),
        }))}
        onChange={(roleIds: string[]) => props.onValue(roleIds)}
      />
      {props.value.length === 0 ? <span className="field-error">{t(words.without)}</span> : null}
    </>
  );
}
