import { uploadCardSet } from '@cardinal/contract/api/cardBatches/cardSets.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { NUMBERS_FILE } from '@cardinal/primitives/file.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { type FormEvent, useId, useRef, useState } from 'react';
import { isUnclear } from '../../http/failure.ts';
import { AttemptKey } from '../../http/idempotencyKey.ts';
import { toast } from '../../shell/toasts.ts';
import { describedBy, Field } from '../Field.tsx';
import { type FieldProblems, FORM_ERROR } from '../formProblems.ts';
import { refusedFields } from '../refusedFields.ts';
import { UploadField } from '../UploadField.tsx';
import type { CheckedFile, FileDemand } from '../upload/checkFile.ts';
import { sendUpload } from '../upload/sendUpload.ts';

const words = {
  file: text('号码文件', 'File of numbers'),
  help: text(
    '最多 {n} 个号码，可混合 ICCID、业务号码、映射号、IMSI、IMEI、EID；有列标题时只读号码列。',
    'Up to {n} numbers: ICCIDs, business numbers, mapping numbers, IMSIs, IMEIs and EIDs can be mixed. If the sheet has headers, only number columns are read.',
  ),
  missing: text('请上传号码文件', 'Upload a file of numbers'),
  share: text('与本客户的其他账号共享', 'Share with other accounts of my customer'),
  submit: text('上传并查找', 'Upload and find'),
};

const DEMAND: FileDemand = { extensions: NUMBERS_FILE.extensions, maxBytes: NUMBERS_FILE.maxBytes, content: 'any' };
const LONGEST_NAME = 40;

/** A file becomes a set under the file's own name, unless another is typed. */
export function NewCardSet(props: { onSent: (id: string) => void }) {
  const t = useText();
  const id = useId();
  const queries = useQueryClient();
  const key = useRef(new AttemptKey());
  const [file, setFile] = useState<CheckedFile>();
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const [sent, setSent] = useState<number>();
  const [problems, setProblems] = useState<FieldProblems>({});

  const take = (taken: CheckedFile | undefined) => {
    setFile(taken);
    setProblems({});
    if (taken && name.trim() === '')
      setName(
        taken.file.name
          .replace(/\.[^.]*$/, '')
          .trim()
          .slice(0, LONGEST_NAME),
      );
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sent !== undefined) return;
    if (!file) return setProblems({ file: t(words.missing) });
    const body = { name: name.trim(), isShared };
    setSent(0);
    setProblems({});
    try {
      const idempotencyKey = key.current.next(JSON.stringify([body, file.sha256]));
      const answer = await sendUpload(uploadCardSet, { body, file: file.file }, { sent: setSent, idempotencyKey });
      key.current.close();
      await queries.invalidateQueries();
      props.onSent(answer.id);
    } catch (error) {
      setSent(undefined);
      if (!isUnclear(error)) key.current.close();
      const fields = refusedFields(error);
      if (!fields) return;
      setProblems(fields);
      toast.warning(t(FORM_ERROR));
    }
  };

  return (
    <Stack as="form" onSubmit={submit} noValidate>
      <UploadField
        label={t(words.file)}
        help={t(words.help, { n: countAmount(NUMBERS_FILE.maxRows) })}
        demand={DEMAND}
        value={file}
        onValue={take}
        problem={problems['file']}
        sent={sent}
      />
      {file ? (
        <>
          <Field id={id} label={t(nouns.name)} isRequired problem={problems['name']}>
            <Input
              {...describedBy(id, { problem: problems['name'] })}
              maxLength={LONGEST_NAME}
              value={name}
              status={problems['name'] ? 'error' : ''}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Inline gap="m" justify="between">
            <Checkbox checked={isShared} onChange={(event) => setIsShared(event.target.checked)}>
              {t(words.share)}
            </Checkbox>
            <Button type="primary" htmlType="submit" loading={sent !== undefined}>
              {t(words.submit)}
            </Button>
          </Inline>
        </>
      ) : null}
    </Stack>
  );
}
