import { AntdLook } from '@cardinal/ui/AntdLook.tsx';
import type { ReactNode } from 'react';
import { useShell } from '../shell/shellState.ts';
import { DictWords } from './dictWords.tsx';

/** The providers around every screen. */
export default function KitLook(props: { children: ReactNode }) {
  const appearance = useShell((shell) => shell.appearance);
  return (
    <AntdLook appearance={appearance}>
      <DictWords>{props.children}</DictWords>
    </AntdLook>
  );
}
