import { Drawer } from 'antd';
import type { ReactNode } from 'react';

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
