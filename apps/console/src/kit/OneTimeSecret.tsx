import { type Text, text } from '@cardinal/primitives/text.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { useEffect, useId, useRef } from 'react';
import './oneTimeSecret.css';

const words = {
  once: text(
    '只显示这一次，关闭后无法再次查看。请现在复制并安全地交给使用者。',
    'This is shown once and cannot be seen again. Copy it now and hand it over safely.',
  ),
  kept: text('我已保存', 'I have kept it'),
};

export type Secret = { readonly title: string; readonly label: Text; readonly value: string; readonly note?: string };

/** Something told once: it stays until somebody says it has been kept, and Esc does not lose it. */
export function OneTimeSecret(props: { secret: Secret; onClose: () => void }) {
  const t = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { secret } = props;
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={id}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // A second Esc closes a dialog whose `cancel` was prevented: browsers insist.
        if (event.key === 'Escape') event.preventDefault();
      }}
    >
      <h2 id={id}>{secret.title}</h2>
      {secret.note ? <p className="secret-note">{secret.note}</p> : null}
      <p className="secret-line">
        <span>{t(secret.label)}</span>
        <code>{secret.value}</code>
        <CopyButton value={secret.value} label={t(secret.label)} />
      </p>
      <p className="secret-once">{t(words.once)}</p>
      <div className="confirm-actions">
        <button type="button" className="button button-primary" onClick={props.onClose}>
          {t(words.kept)}
        </button>
      </div>
    </dialog>
  );
}
