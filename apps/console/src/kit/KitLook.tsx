import { AntdLook } from '@cardinal/ui/AntdLook.tsx';
import type { ReactNode } from 'react';
import { useShell } from '../shell/shellState.ts';

/** What every screen stands in. */
export default function KitLook(props: { children: ReactNode }) {
  const appearance = useShell((shell) => shell.appearance);
  return <AntdLook appearance={appearance}>{props.children}</AntdLook>;
}
