import { uploadCardScopes } from '@cardinal/contract/api/cardImports/cardScopes.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Input } from 'antd';
import { useState } from 'react';
import { isFailure } from '../../../http/failure.ts';
import { UploadField } from '../../../kit/UploadField.tsx';
import type { CheckedFile } from '../../../kit/upload/checkFile.ts';
import { sendUpload } from '../../../kit/upload/sendUpload.ts';
import { useImportFile } from '../../../kit/upload/useImportFile.ts';

const words = { file: text('上传表格', 'Upload sheet') };

/** Segments line by line, typed or pasted; a sheet is read into the same lines for review before saving. */
export function SegmentRows(props: {
  id: string;
  value: unknown;
  problem: string | undefined;
  onChange: (value: unknown) => void;
}) {
  const t = useText();
  const { demand } = useImportFile();
  const [file, setFile] = useState<CheckedFile>();
  const [sent, setSent] = useState<number>();
  const [fault, setFault] = useState<string>();
  const take = async (next: CheckedFile | undefined) => {
    setFile(next);
    setFault(undefined);
    if (!next) return;
    setSent(0);
    try {
      const { rows } = await sendUpload(uploadCardScopes, { body: {}, file: next.file }, { sent: setSent });
      props.onChange(rows.map(({ startIccid, endIccid }) => `${startIccid} ${endIccid}`).join('\n'));
    } catch (error) {
      if (!isFailure(error)) throw error;
      setFault(error.fields[0]?.message ?? error.message);
    } finally {
      setSent(undefined);
    }
  };
  return (
    <>
      <Input.TextArea
        id={props.id}
        spellCheck={false}
        autoSize={{ minRows: 6, maxRows: 16 }}
        status={props.problem ? 'error' : ''}
        aria-invalid={props.problem ? true : undefined}
        value={typeof props.value === 'string' ? props.value : ''}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <UploadField
        label={t(words.file)}
        demand={demand}
        value={file}
        onValue={(next) => void take(next)}
        problem={fault}
        sent={sent}
      />
    </>
  );
}
