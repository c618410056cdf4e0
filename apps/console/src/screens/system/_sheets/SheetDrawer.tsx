import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import type { CallInput } from '../../../http/call.ts';
import { isFailure, isUnclear } from '../../../http/failure.ts';
import { AttemptKey } from '../../../http/idempotencyKey.ts';
import { UploadField } from '../../../kit/UploadField.tsx';
import type { CheckedFile } from '../../../kit/upload/checkFile.ts';
import { sendUpload } from '../../../kit/upload/sendUpload.ts';
import { useImportFile } from '../../../kit/upload/useImportFile.ts';
import { toast } from '../../../shell/toasts.ts';
import './sheets.css';

const words = {
  file: text('表格文件', 'Sheet'),
  missing: text('请上传表格文件', 'Please upload a sheet'),
  columns: text(
    '第一行为表头，从第二行起按以下顺序填写各列：',
    'The first row is a heading; below it the columns stand in this order:',
  ),
  whole: text('任何一行有误则整份不导入。', 'If any row is wrong, nothing is imported.'),
  import: text('导入', 'Import'),
  cancel: text('取消', 'Cancel'),
};

/** A small sheet taken in at once: what is wrong with it is said at the file. */
export function SheetDrawer<E extends Endpoint>(props: {
  endpoint: E;
  title: string;
  body: CallInput<E>['body'];
  columns: readonly string[];
  done: (answer: AnswerOf<E>) => string;
  onClose: () => void;
}) {
  const t = useText();
  const queries = useQueryClient();
  const key = useRef(new AttemptKey());
  const [file, setFile] = useState<CheckedFile>();
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const { demand } = useImportFile();

  const submit = async () => {
    if (sent !== undefined) return;
    if (!file) return setProblem(t(words.missing));
    setProblem(undefined);
    setSent(0);
    try {
      const idempotencyKey = key.current.next(file.sha256);
      const input = { body: props.body, file: file.file } as CallInput<E> & { file: File };
      const answer = await sendUpload(props.endpoint, input, { sent: setSent, idempotencyKey });
      key.current.close();
      toast.success(props.done(answer));
      void queries.invalidateQueries();
      props.onClose();
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (!isUnclear(error)) key.current.close();
      setProblem(error.fields[0]?.message ?? error.message);
      setSent(undefined);
    }
  };

  return (
    <Sheet
      isOpen
      title={props.title}
      onClose={props.onClose}
      footer={
        <div className="sheet-actions">
          <Button onClick={props.onClose}>{t(words.cancel)}</Button>
          <Button type="primary" loading={sent !== undefined} onClick={() => void submit()}>
            {t(words.import)}
          </Button>
        </div>
      }
    >
      <div className="sheet-import">
        <p>{t(words.columns)}</p>
        <ol>
          {props.columns.map((column) => (
            <li key={column}>{column}</li>
          ))}
        </ol>
        <p className="sheet-import-note">{t(words.whole)}</p>
        <UploadField
          label={t(words.file)}
          demand={demand}
          value={file}
          onValue={(next) => {
            setFile(next);
            setProblem(undefined);
          }}
          problem={problem}
          sent={sent}
        />
      </div>
    </Sheet>
  );
}
