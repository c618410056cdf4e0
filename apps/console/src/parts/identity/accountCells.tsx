import { Enable } from '@cardinal/contract/enumerations/switches.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import './accounts.css';

const words = {
  me: text('本人', 'You'),
  admin: text('管理员 · 不能订购套餐', 'Administrator · orders no packages'),
  locked: text('已锁定', 'Locked'),
  noRole: text('未分配角色', 'No role'),
};

/** A login name with what is special about it. */
export function AccountName(props: {
  account: { readonly account: string; readonly isMe: boolean; readonly isAdmin: boolean };
}) {
  const t = useText();
  const { account } = props;
  return (
    <span className="account-name">
      {account.account}
      {account.isMe ? <small className="account-mark">{t(words.me)}</small> : null}
      {account.isAdmin ? <small className="account-mark">{t(words.admin)}</small> : null}
    </span>
  );
}

export function AccountStatus(props: { account: { readonly status: Enable; readonly isLocked: boolean } }) {
  const t = useText();
  const { status, isLocked } = props.account;
  const isOn = status === Enable.values.enabled;
  return (
    <StatusTag
      shape={isOn ? (isLocked ? 'half' : 'disc') : 'cross'}
      tone={isOn ? (isLocked ? 'warning' : 'good') : 'neutral'}
      word={t(Enable.labelOf(status))}
      reasons={isLocked ? [t(words.locked)] : undefined}
    />
  );
}

export function RoleNames(props: { roles: readonly { readonly id: string; readonly name: string }[] }) {
  const t = useText();
  if (props.roles.length === 0) return <span className="account-warning">{t(words.noRole)}</span>;
  const names = props.roles.map((role) => role.name).join(' · ');
  return <span title={names}>{names}</span>;
}
