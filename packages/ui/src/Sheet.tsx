import { Drawer } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { reachedByKeys } from './reachedByKeys.ts';

/** Gives the focus back to what opened it, also where the panel is taken away at once and antd no longer can. */
function useFocusBack(isOpen: boolean) {
  // Taken while drawing: afterwards the panel has the focus already.
  const [came, setCame] = useState(() => ({ isOpen, from: document.activeElement }));
  if (came.isOpen !== isOpen) setCame({ isOpen, from: isOpen ? document.activeElement : came.from });
  useEffect(() => {
    const { from } = came;
    if (!isOpen || !(from instanceof HTMLElement)) return;
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && from.isConnected) from.focus({ preventScroll: true });
      });
    };
  }, [isOpen, came]);
}

const widths: string[] = [];

/** Messages stand in the room that the open panels leave, not over their titles: `--sheet-width` for overlays.css. */
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

/** The panel's body is what scrolls around its content. */
const bodyReached = (content: HTMLElement | null) =>
  content?.parentElement ? reachedByKeys(content.parentElement) : undefined;

/** A panel from the right: forms, previews, details. What it may lose it asks about before `onClose`. */
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
