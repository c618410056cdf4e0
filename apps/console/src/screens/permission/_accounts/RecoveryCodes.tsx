import { text } from '@cardinal/primitives/text.ts';
import { useCopy } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { useEffect, useId, useRef } from 'react';
import '../../../kit/oneTimeSecret.css';
import './accountInfo.css';

const words = {
  title: text('请保存恢复码', 'Keep these recovery codes'),
  why: text(
    '手机不在身边时，每个恢复码可代替验证码登录一次。',
    'When the telephone is not at hand, each of them signs you in once instead of a code.',
  ),
  once: text(
    '只显示这一次，关闭后无法再次查看。请打印或抄写并妥善保管。',
    'They are shown once and cannot be seen again. Print them or write them down.',
  ),
  copy: text('复制全部', 'Copy all'),
  kept: text('我已保存', 'I have kept them'),
};

/** Told once: stays until somebody says that they have been kept, and Esc does not lose them. */
export function RecoveryCodes(props: { codes: readonly string[]; onClose: () => void }) {
  const t = useText();
  const copy = useCopy();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
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
      <h2 id={id}>{t(words.title)}</h2>
      <p className="secret-note">{t(words.why)}</p>
      <ul className="recovery-codes">
        {props.codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="secret-once">{t(words.once)}</p>
      <div className="confirm-actions">
        <button type="button" className="button" onClick={() => copy(props.codes.join('\n'))}>
          {t(words.copy)}
        </button>
        <button type="button" className="button button-primary" onClick={props.onClose}>
          {t(words.kept)}
        </button>
      </div>
    </dialog>
  );
}
