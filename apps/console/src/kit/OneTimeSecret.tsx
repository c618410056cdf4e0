import { type Text, text } from '@cardinal/primitives/text.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { OneTimeDialog } from './OneTimeDialog.tsx';

const words = {
  once: text(
    '只显示这一次，关闭后无法再次查看。请现在复制并安全地交给使用者。',
    'Shown only once. Copy it now and share it securely.',
  ),
  kept: text('我已保存', 'I have saved it'),
};

export type Secret = { readonly title: string; readonly label: Text; readonly value: string; readonly note?: string };

/** One value that is shown once. */
export function OneTimeSecret(props: { secret: Secret; onClose: () => void }) {
  const t = useText();
  const { secret } = props;
  return (
    <OneTimeDialog
      title={secret.title}
      note={secret.note}
      once={t(words.once)}
      kept={t(words.kept)}
      onClose={props.onClose}
    >
      <p className="secret-line">
        <span>{t(secret.label)}</span>
        <code>{secret.value}</code>
        <CopyButton value={secret.value} label={t(secret.label)} />
      </p>
    </OneTimeDialog>
  );
}
