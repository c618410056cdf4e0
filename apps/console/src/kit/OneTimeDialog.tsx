import { Note, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import './oneTimeSecret.css';

/** Shows a value once: it stays until the user confirms that it is saved, and Esc does not lose it. */
export function OneTimeDialog(props: {
  title: string;
  note?: string | undefined;
  once: string;
  kept: string;
  /** Buttons beside the one that closes. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
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
        // Browsers close a dialog on the second Esc even if its `cancel` was prevented.
        if (event.key === 'Escape') event.preventDefault();
      }}
    >
      <h2 id={id}>{props.title}</h2>
      {props.note ? (
        <Paragraph ink="secondary" above="s">
          {props.note}
        </Paragraph>
      ) : null}
      {props.children}
      <Note below="l">{props.once}</Note>
      <div className="confirm-actions">
        {props.actions}
        <button type="button" className="button button-primary" onClick={props.onClose}>
          {props.kept}
        </button>
      </div>
    </dialog>
  );
}
