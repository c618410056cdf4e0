import { Enable } from '@cardinal/contract/enumerations/switches.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Span } from '@cardinal/ui/layout/Text.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';

const words = {
  me: text('本人', 'You'),
  admin: text('管理员 · 不能订购套餐', 'Administrator · cannot order packages'),
  noRole: text('未分配角色', 'No role'),
  verified: text('已验证', 'Verified'),
  canSignIn: text('可用于登录', 'Can be used to sign in'),
  unverified: text('未验证', 'Not verified'),
  cannotSignIn: text('验证后可用于登录', 'Can be used to sign in once verified'),
};

/** A login name with its marks. */
export function AccountName(props: {
  account: { readonly account: string; readonly isMe: boolean; readonly isAdmin: boolean };
}) {
  const t = useText();
  const { account } = props;
  return (
    <Inline as="span" isWithin>
      {account.account}
      {account.isMe ? <Badge>{t(words.me)}</Badge> : null}
      {account.isAdmin ? <Badge>{t(words.admin)}</Badge> : null}
    </Inline>
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
      reasons={isLocked ? [t(nouns.locked)] : undefined}
    />
  );
}

export function RoleNames(props: { roles: readonly { readonly id: string; readonly name: string }[] }) {
  const t = useText();
  if (props.roles.length === 0) return <Span ink="warning">{t(words.noRole)}</Span>;
  const names = props.roles.map((role) => role.name).join(' · ');
  return <span title={names}>{names}</span>;
}

/** A phone or an e-mail, and whether it signs in. */
export function Contact(props: { value: string; verifiedAt: string | null }) {
  const t = useText();
  const isVerified = props.verifiedAt !== null;
  return (
    <Inline as="span" isWithin>
      {props.value}
      <Badge title={t(isVerified ? words.canSignIn : words.cannotSignIn)}>
        {t(isVerified ? words.verified : words.unverified)}
      </Badge>
    </Inline>
  );
}
