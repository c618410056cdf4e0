import { resetPassword } from '@cardinal/contract/api/identity/accounts.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../kit/change.ts';
import { confirmFirst } from '../../shell/questions.ts';

const words = {
  question: text('重置 {account} 的密码？', 'Reset password of {account}?'),
  note: text(
    '生成一次性密码，该账号的所有会话结束；首次登录时必须修改。',
    'Generates a one-time password and ends all sessions. It must be changed at first sign-in.',
  ),
};

/** Asks, resets, and returns the password, which is shown once. */
export function useResetPassword(onPassword: (account: string, password: string) => void) {
  const t = useText();
  const resetting = useChange(resetPassword);
  return async ({ id, account }: { readonly id: string; readonly account: string }): Promise<void> => {
    const isSure = await confirmFirst({
      title: t(words.question, { account }),
      body: <p>{t(words.note)}</p>,
      confirm: t(resetPassword.summary),
      isDanger: true,
    });
    if (!isSure) return;
    const answer = await resetting.run({ body: { id } });
    if (answer) onPassword(account, answer.password);
  };
}
