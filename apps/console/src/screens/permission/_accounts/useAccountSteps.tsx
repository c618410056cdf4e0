import {
  deleteAccount,
  editAccount,
  kickAccount,
  notOnYourself,
  ownRoles,
  resetPassword,
  setAccountRoles,
  setAccountStatus,
  unlockAccount,
  verifyContact,
} from '@cardinal/contract/api/identity/accounts.ts';
import { resetTwoStep } from '@cardinal/contract/api/identity/twoStep.ts';
import { Enable } from '@cardinal/contract/enumerations/switches.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../../kit/change.ts';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { useResetPassword } from '../../../parts/identity/useResetPassword.tsx';
import { confirmFirst } from '../../../shell/questions.ts';
import { toast } from '../../../shell/toasts.ts';

const words = {
  roles: text('分配角色', 'Roles'),
  disableQuestion: text('停用账号 {account}？', 'Disable {account}?'),
  disableNote: text(
    '该账号的会话立即结束，下一次点击回到登录页；它发起的任务继续在客户名下执行。',
    'Its sessions end immediately and its next click returns to the login page. Its tasks continue under the customer.',
  ),
  enabled: text('账号 {account} 已启用', 'Account {account} enabled'),
  disabled: text('账号 {account} 已停用', 'Account {account} disabled'),
  unlock: text('解锁', 'Unlock'),
  unlocked: text('账号 {account} 已解锁', 'Account {account} unlocked'),
  twoStep: text('解除两步验证', 'Remove two-step verification'),
  twoStepQuestion: text('解除 {account} 的两步验证？', 'Remove two-step verification from {account}?'),
  twoStepNote: text(
    '请先核实是本人。它的所有会话结束，之后只凭密码登录，可重新开启。',
    'Verify the person’s identity first. All sessions end, and the account signs in with its password only; it can turn two-step verification on again.',
  ),
  twoStepTaken: text('已解除 {account} 的两步验证', 'Two-step verification of {account} removed'),
  verify: { phone: text('验证手机号', 'Verify phone'), email: text('验证邮箱', 'Verify e-mail') },
  withdraw: {
    phone: text('撤销手机号验证', 'Withdraw phone verification'),
    email: text('撤销邮箱验证', 'Withdraw e-mail verification'),
  },
  withdrawNote: text(
    '{account} 不能再用 {value} 登录；账号名仍可登录。',
    '{account} can no longer sign in with {value}. Its account name still works.',
  ),
  withdrawn: text('{account} 的验证已撤销', 'Verification of {account} withdrawn'),
  kick: text('结束会话', 'End sessions'),
  kickQuestion: text('结束 {account} 的所有会话？', 'End all sessions of {account}?'),
  kickNote: text('该账号需要重新登录。', 'The account must sign in again.'),
  kicked: text('已结束 {n} 个会话', '{n} {n|session|sessions} ended'),
};

/** A form on an account. */
export type Opened = { readonly what: 'edit' | 'roles' | 'remove' | Contact; readonly id: string };
const CONTACTS = ['phone', 'email'] as const;
type Contact = (typeof CONTACTS)[number];
type Account = {
  readonly id: string;
  readonly account: string;
  readonly status: Enable;
  readonly isLocked: boolean;
  readonly isMe: boolean;
  readonly hasTwoStep: boolean;
} & {
  // In the panel only.
  readonly [each in Contact | `${Contact}VerifiedAt`]?: string | null;
};

/** The actions on an account, most used first; on one's own account none that would lock it out. */
export function useAccountSteps(options: {
  open: (what: Opened['what'], id: string) => void;
  onPassword: (account: string, password: string) => void;
}): (account: Account) => RowAction[] {
  const t = useText();
  const status = useChange(setAccountStatus);
  const unlocking = useChange(unlockAccount);
  const reset = useResetPassword(options.onPassword);
  const takingOff = useChange(resetTwoStep);
  const withdrawing = useChange(verifyContact);
  const kicking = useChange(kickAccount, { done: (answer) => t(words.kicked, { n: answer.ended }) });

  return (account) => {
    const named = { account: account.account };
    const notMe = account.isMe && t(notOnYourself.text);
    const isOn = account.status === Enable.values.enabled;
    const turn = async () => {
      if (isOn) {
        const isSure = await confirmFirst({
          title: t(words.disableQuestion, named),
          body: <p>{t(words.disableNote)}</p>,
          confirm: t(verbs.disable),
          isDanger: true,
        });
        if (!isSure) return;
      }
      const next = isOn ? Enable.values.disabled : Enable.values.enabled;
      const done = await status.run({ body: { id: account.id, status: next } });
      if (done) toast.success(t(isOn ? words.disabled : words.enabled, named));
    };
    const unlock = async () => {
      if (await unlocking.run({ body: { id: account.id } })) toast.success(t(words.unlocked, named));
    };
    const takeOff = async () => {
      const isSure = await confirmFirst({
        title: t(words.twoStepQuestion, named),
        body: <p>{t(words.twoStepNote)}</p>,
        confirm: t(words.twoStep),
        isDanger: true,
      });
      if (!isSure) return;
      if (await takingOff.run({ body: { id: account.id } })) toast.success(t(words.twoStepTaken, named));
    };
    const contactStep = (contact: Contact): RowAction => {
      if (!account[`${contact}VerifiedAt`]) {
        const onPick = () => options.open(contact, account.id);
        return { key: contact, label: t(words.verify[contact]), call: verifyContact, onPick };
      }
      const withdraw = async () => {
        const done = await withdrawing.confirm({
          title: t(words.withdraw[contact]),
          body: <p>{t(words.withdrawNote, { ...named, value: account[contact] ?? '' })}</p>,
          confirm: t(words.withdraw[contact]),
          isDanger: true,
          sends: { body: { id: account.id, contact, value: null } },
        });
        if (done) toast.success(t(words.withdrawn, named));
      };
      return { key: contact, label: t(words.withdraw[contact]), call: verifyContact, onPick: () => void withdraw() };
    };
    const kick = async () => {
      const isSure = await confirmFirst({
        title: t(words.kickQuestion, named),
        body: <p>{t(words.kickNote)}</p>,
        confirm: t(words.kick),
        isDanger: true,
      });
      if (isSure) await kicking.run({ body: { id: account.id } });
    };
    return [
      { key: 'edit', label: t(verbs.edit), call: editAccount, onPick: () => options.open('edit', account.id) },
      {
        key: 'roles',
        label: t(words.roles),
        call: setAccountRoles,
        disabled: account.isMe && t(ownRoles.text),
        onPick: () => options.open('roles', account.id),
      },
      ...(account.isLocked
        ? [
            {
              key: 'unlock',
              label: t(words.unlock),
              call: unlockAccount,
              onPick: () => void unlock(),
            },
          ]
        : []),
      {
        key: 'reset',
        label: t(resetPassword.summary),
        call: resetPassword,
        disabled: notMe,
        onPick: () => void reset(account),
      },
      ...(account.hasTwoStep
        ? [
            {
              key: 'twoStep',
              label: t(words.twoStep),
              call: resetTwoStep,
              disabled: notMe,
              onPick: () => void takeOff(),
            },
          ]
        : []),
      ...CONTACTS.filter((each) => account[each] && account[`${each}VerifiedAt`] !== undefined).map(contactStep),
      { key: 'kick', label: t(words.kick), call: kickAccount, disabled: notMe, onPick: () => void kick() },
      {
        key: 'status',
        label: t(isOn ? verbs.disable : verbs.enable),
        call: setAccountStatus,
        isDanger: isOn,
        disabled: notMe,
        onPick: () => void turn(),
      },
      {
        key: 'remove',
        label: t(verbs.delete),
        call: deleteAccount,
        isDanger: true,
        disabled: notMe,
        onPick: () => options.open('remove', account.id),
      },
    ];
  };
}
