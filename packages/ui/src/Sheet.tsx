import { Drawer } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { reachedByKeys } from './reachedByKeys.ts';

/** From where the panel that opened last was opened, and from where the panel that was in. */
let lastOpeners: readonly HTMLElement[] = [];

function openersNow(): readonly HTMLElement[] {
  const from = document.activeElement;
  if (!(from instanceof HTMLElement)) return [];
  // A panel that takes the place of another returns to the opener of that one.
  return from.closest('.ant-drawer') ? [from, ...lastOpeners.filter((each) => each.isConnected)] : [from];
}

/** Returns the focus to the opener, also when the panel is unmounted immediately and antd cannot; to the screen if that is gone. */
function useFocusBack(isOpen: boolean) {
  // Read during rendering: afterwards the panel already has the focus.
  const [came, setCame] = useState(() => ({ isOpen, openers: openersNow() }));
  if (came.isOpen !== isOpen) setCame({ isOpen, openers: isOpen ? openersNow() : came.openers });
  useEffect(() => {
    if (!isOpen) return;
    lastOpeners = came.openers;
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const opener = came.openers.find((each) => each.isConnected && each !== document.body);
        (opener ?? document.getElementById('content'))?.focus({ preventScroll: true });
      });
    };
  }, [isOpen, came]);
}

const widths: string[] = [];

/** Toasts use the space beside open panels, not their titles: `--sheet-width` for overlays.css. */
function useRoomBeside(isOpen: boolean, width: string) {
  useEffect(() => {
    if (!isOpen) return;
    const tell = () => {
      const { style } = document.documentElement;
      if (widths.length > 0) style.setProperty('--sheet-width', `max(${widths.join(', ')})`);
      else style.removeProperty('--sheet-width');
    };
    widths.push(width);
    tell();
    return () => {
      widths.splice(widths.indexOf(width), 1);
      tell();
    };
  }, [isOpen, width]);
}

/** The panel's body scrolls its content. */
const bodyReached = (content: HTMLElement | null) =>
  content?.parentElement ? reachedByKeys(content.parentElement) : undefined;

/** A panel from the right: forms, previews, details. It asks before `onClose` if input would be lost. */
export function Sheet(props: {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  width?: number;
  footer?: ReactNode;
  extra?: ReactNode;
  children: ReactNode;
  /** Called when it has slid in or out. */
  afterOpenChange?: (isOpen: boolean) => void;
}) {
  const width = `min(${props.width ?? 520}px, 100vw)`;
  useFocusBack(props.isOpen);
  useRoomBeside(props.isOpen, width);
  return (
    <Drawer
      open={props.isOpen}
      title={props.title}
      onClose={props.onClose}
      size={width}
      footer={props.footer}
      extra={props.extra}
      destroyOnHidden
      {...(props.afterOpenChange ? { afterOpenChange: props.afterOpenChange } : {})}
    >
      <div ref={bodyReached} style={{ display: 'contents' }}>
        {props.children}
      </div>
    </Drawer>
  );
}
