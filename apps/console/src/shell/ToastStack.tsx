import { verbs } from '@cardinal/contract/words.ts';
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { useSyncExternalStore } from 'react';
import { Link } from './Link.tsx';
import { type ToastLevel, toasts } from './toasts.ts';

const CLOSE = verbs.close;
const ICONS: Record<ToastLevel, typeof CheckIcon> = {
  success: CheckIcon,
  info: InfoIcon,
  warning: AlertIcon,
  error: AlertIcon,
};

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
            {toast.link ? (
              <Link to={toast.link.to} onFollow={() => toasts.close(toast.id)}>
                {toast.link.label}
              </Link>
            ) : null}
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
