import { verbs } from '@cardinal/contract/words.ts';
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { useSyncExternalStore } from 'react';
import { Link } from './Link.tsx';
import { type ToastLevel, type ToastLink, toasts } from './toasts.ts';

const CLOSE = verbs.close;
const ICONS: Record<ToastLevel, typeof CheckIcon> = {
  success: CheckIcon,
  info: InfoIcon,
  warning: AlertIcon,
  error: AlertIcon,
};

function Way({ toast, link }: { toast: number; link: ToastLink }) {
  const close = () => toasts.close(toast);
  if ('to' in link) {
    return (
      <Link to={link.to} onFollow={close}>
        {link.label}
      </Link>
    );
  }
  const pick = () => {
    close();
    link.onPick();
  };
  return (
    <button type="button" className="link-button" onClick={pick}>
      {link.label}
    </button>
  );
}

/** The messages, newest last, announced as they arrive. */
export function ToastStack() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.snapshot);
  const t = useText();
  return (
    <ul className="toasts" aria-live="polite">
      {shown.map((toast) => {
        const Icon = ICONS[toast.level];
        return (
          <li
            key={toast.id}
            className={`toast toast-${toast.level}`}
            onMouseEnter={() => toasts.hold(toast.id)}
            onMouseLeave={() => toasts.release(toast.id)}
          >
            <Icon />
            <span>{toast.message}</span>
            {toast.link ? <Way toast={toast.id} link={toast.link} /> : null}
            <button
              type="button"
              className="icon-button icon-button-small"
              aria-label={t(CLOSE)}
              onClick={() => toasts.close(toast.id)}
            >
              <CloseIcon size={12} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
