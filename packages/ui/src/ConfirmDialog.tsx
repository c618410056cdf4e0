import { text } from '@cardinal/primitives/text.ts';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { countAmount } from './amounts.ts';
import { classNames } from './classNames.ts';
import { useText } from './language.tsx';

const words = {
  cancel: text('取消', 'Cancel'),
  type: text('请输入 {count} 以确认', 'Type {count} to confirm'),
};

/**
 * A confirmation: the button names the action, the body repeats the number and the consequence, and a large number must be
 * typed.
 */
export function ConfirmDialog(props: {
  title: string;
  children?: ReactNode;
  confirm: string;
  isDanger?: boolean;
  /** This number has to be typed first. */
  typedCount?: number | undefined;
  onAnswer: (isConfirmed: boolean) => void;
}) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const id = useId();
  const { typedCount } = props;
  const isReady = typedCount === undefined || typed.replace(/[\s,]/g, '') === String(typedCount);

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        props.onAnswer(false);
      }}
      onKeyDown={(event) => {
        // Esc closes only this dialog, not what is below it.
        if (event.key === 'Escape') event.stopPropagation();
      }}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) props.onAnswer(true);
        }}
      >
        <h2 id={`${id}-title`}>{props.title}</h2>
        {props.children ? <div className="confirm-body">{props.children}</div> : null}
        {typedCount === undefined ? null : (
          <div className="field">
            <label htmlFor={`${id}-count`}>{t(words.type, { count: countAmount(typedCount) })}</label>
            <input
              id={`${id}-count`}
              className="field-input"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        )}
        <div className="confirm-actions">
          <button type="button" className="button" onClick={() => props.onAnswer(false)}>
            {t(words.cancel)}
          </button>
          <button
            type="submit"
            className={classNames('button', props.isDanger ? 'button-danger' : 'button-primary')}
            disabled={!isReady}
          >
            {props.confirm}
          </button>
        </div>
      </form>
    </dialog>
  );
}
