import { Drawer } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';

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
  useFocusBack(props.isOpen);
  return (
    <Drawer
      open={props.isOpen}
      title={props.title}
      onClose={props.onClose}
      size={`min(${props.width ?? 520}px, 100vw)`}
      footer={props.footer}
      extra={props.extra}
      destroyOnHidden
      {...(props.afterOpenChange ? { afterOpenChange: props.afterOpenChange } : {})}
    >
      {props.children}
    </Drawer>
  );
}
