import { changePassword } from '@cardinal/contract/api/identity/identity.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { newPasswordRuleOf } from '@cardinal/primitives/password.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useEffect, useRef } from 'react';
import { useEditor } from '../../kit/form/useEditor.ts';
import { PlainField } from '../../kit/PlainField.tsx';
import { navigate } from '../../shell/navigation.ts';
import { usePlace } from '../../shell/screenContext.ts';
import { closeTags } from '../../shell/shellState.ts';
import { rebuildRoutes, useSignedIn } from '../../shell/signedIn.ts';

const words = {
  forced: text('首次登录或密码被重置，请先设置新密码。', 'First sign-in or password reset: set a new password first.'),
  oldPassword: text('原密码', 'Old password'),
  newPassword: text('新密码', 'New password'),
  confirmation: text('确认新密码', 'New password again'),
  rule: text('6-16 位，须同时包含字母、数字和特殊符号', '6-16 characters, with letters, digits and special characters'),
  changed: text('密码已修改，其他设备上的登录已退出', 'Password changed. You were signed out on other devices.'),
  note: text(
    '修改后，其他浏览器上的登录会退出；API 密钥不受影响。',
    'You will be signed out in other browsers. API keys are not affected.',
  ),
};
const LABELS = {
  oldPassword: words.oldPassword,
  newPassword: words.newPassword,
  confirmation: words.confirmation,
};
type Values = Record<keyof typeof LABELS, string>;
const EMPTY: Values = { oldPassword: '', newPassword: '', confirmation: '' };
const FIELDS = Object.keys(LABELS) as (keyof Values)[];
const AUTOCOMPLETE = { oldPassword: 'current-password', newPassword: 'new-password', confirmation: 'new-password' };

export default function ChangePassword() {
  const t = useText();
  const { path } = usePlace();
  const me = useSignedIn((state) => state.me);
  const form = useRef<HTMLFormElement>(null);
  const editor = useEditor<typeof changePassword, Values>({
    endpoint: changePassword,
    initial: EMPTY,
    toBody: (values) => values,
    labels: LABELS,
    check: ({ newPassword }) => {
      const own = me && newPassword !== '' && newPasswordRuleOf(me.account.account)(newPassword);
      return own ? { newPassword: t(own.text, own.facts) } : undefined;
    },
    done: t(words.changed),
    onDone: () => void leave(),
  });
  const { draft: values, problems, isRunning } = editor;
  const wrong = FIELDS.find((field) => problems[field] !== undefined);
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  }, [wrong]);

  const leave = async () => {
    editor.set(EMPTY);
    if (me?.mustChangePassword) {
      await rebuildRoutes();
      navigate('/dashboard', { replace: true });
    }
    closeTags(path, (tag) => tag.path === path);
  };

  return (
    <form
      ref={form}
      className="plain-form"
      onSubmit={(event) => {
        event.preventDefault();
        void editor.save();
      }}
      noValidate
    >
      <h1>{t(verbs.changePassword)}</h1>
      {me?.mustChangePassword ? (
        <p className="plain-notice" role="status">
          {t(words.forced)}
        </p>
      ) : null}
      {/* Lets the browser's own password store know whose password this is. */}
      <input type="text" name="username" autoComplete="username" hidden readOnly value={me?.account.account ?? ''} />
      {FIELDS.map((field) => (
        <PlainField
          key={field}
          label={t(LABELS[field])}
          name={field}
          type="password"
          autoComplete={AUTOCOMPLETE[field]}
          maxLength={16}
          value={values[field]}
          onValue={(value) => editor.set({ [field]: value })}
          problem={problems[field]}
          help={field === 'newPassword' ? t(words.rule) : undefined}
        />
      ))}
      <p className="field-help">{t(words.note)}</p>
      <div className="plain-actions">
        <button type="submit" className="button button-primary" disabled={isRunning}>
          {t(verbs.changePassword)}
        </button>
      </div>
    </form>
  );
}
