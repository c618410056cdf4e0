import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { hrefOf, navigate } from './navigation.ts';

/** A link inside the console: a plain click navigates without a reload, anything else is the browser's. */
export function Link(props: {
  to: string;
  className?: string;
  title?: string;
  children: ReactNode;
  isCurrent?: boolean;
  onFollow?: () => void;
  onAuxClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}) {
  const follow = (event: MouseEvent) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    ) {
      return;
    }
    event.preventDefault();
    props.onFollow?.();
    navigate(props.to);
  };
  return (
    <a
      href={hrefOf(props.to)}
      className={props.className}
      title={props.title}
      aria-current={props.isCurrent ? 'page' : undefined}
      onClick={follow}
      onAuxClick={props.onAuxClick}
      onKeyDown={props.onKeyDown}
    >
      {props.children}
    </a>
  );
}
