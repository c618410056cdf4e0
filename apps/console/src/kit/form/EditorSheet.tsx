import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Editor } from './useEditor.ts';
import './form.css';

const words = {
  save: text('保存', 'Save'),
  cancel: text('取消', 'Cancel'),
  close: text('关闭', 'Close'),
};

/** The sheet of an editor: closing asks when something would be lost; Esc closes when nothing is. */
export function EditorSheet(props: {
  editor: Editor;
  title: string;
  width?: number;
  /** What the button does; «save» unless said otherwise. */
  submit?: Text | undefined;
  isDanger?: boolean | undefined;
  /** Only shown: there is nothing to save. */
  isFixed?: boolean;
  /** Beside the buttons: what the draft comes to. */
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
        <div className="sheet-actions">
          {props.aside}
          <Button onClick={editor.close}>{t(isFixed ? words.close : words.cancel)}</Button>
          {isFixed ? null : (
            <Button type="primary" danger={isDanger} loading={editor.isRunning} onClick={() => void editor.save()}>
              {t(props.submit ?? words.save)}
            </Button>
          )}
        </div>
      }
    >
      {editor.unclear ? (
        <p className="form-unclear" role="alert">
          {editor.unclear}
        </p>
      ) : null}
      {props.children}
    </Sheet>
  );
}
