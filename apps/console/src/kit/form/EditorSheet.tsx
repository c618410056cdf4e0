import { verbs } from '@cardinal/contract/words.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Editor } from './useEditor.ts';

const Difference = lazy(() => import('./Difference.tsx'));

/** What another person changed meanwhile, above the fields of an editor; nothing while nobody did. */
export function ShownDifference({ of }: { of: Editor['difference'] }) {
  return of ? (
    <Suspense fallback={null}>
      <Difference of={of} />
    </Suspense>
  ) : null;
}

/** The sheet of an editor: closing asks when something would be lost; Esc closes when nothing is. */
export function EditorSheet(props: {
  editor: Editor;
  title: string;
  width?: number;
  /** The button's label; «save» by default. */
  submit?: Text | undefined;
  isDanger?: boolean | undefined;
  /** Read-only: there is nothing to save. */
  isFixed?: boolean;
  /** Beside the buttons: a summary of the draft. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const t = useText();
  const { editor, isFixed, isDanger = false } = props;
  return (
    <Sheet
      isOpen
      title={props.title}
      width={props.width ?? 520}
      onClose={editor.close}
      footer={
        <Inline justify="end">
          {props.aside}
          <Button onClick={editor.close}>{t(isFixed ? verbs.close : verbs.cancel)}</Button>
          {isFixed ? null : (
            <Button type="primary" danger={isDanger} loading={editor.isRunning} onClick={() => void editor.save()}>
              {t(props.submit ?? verbs.save)}
            </Button>
          )}
        </Inline>
      }
    >
      {editor.unclear ? (
        <Note below="l" role="alert">
          {editor.unclear}
        </Note>
      ) : null}
      <ShownDifference of={editor.difference} />
      {props.children}
    </Sheet>
  );
}
