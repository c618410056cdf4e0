import { uploadCardSet } from '@cardinal/contract/api/cardBatches/cardSets.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { NUMBERS_FILE } from '@cardinal/primitives/file.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Button, Checkbox, Input } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { describedBy, Field } from '../Field.tsx';
import { UploadField } from '../UploadField.tsx';
import type { CheckedFile, FileDemand } from '../upload/checkFile.ts';
import { useUpload } from '../upload/useUpload.ts';

const words = {
  file: text('号码文件', 'File of numbers'),
  help: text(
    '最多 {n} 个号码，可混合 ICCID、业务号码、映射号、IMSI、IMEI、EID；有列标题时只读号码列。',
    'Up to {n} numbers: ICCIDs, business numbers, mapping numbers, IMSIs, IMEIs and EIDs can be mixed. If the sheet has headers, only number columns are read.',
  ),
  missing: text('请上传号码文件', 'Upload a file of numbers'),
  submit: text('上传并查找', 'Upload and find'),
};

const DEMAND: FileDemand = { extensions: NUMBERS_FILE.extensions, maxBytes: NUMBERS_FILE.maxBytes, content: 'any' };
const LONGEST_NAME = 40;

/** A set is named after its file unless another name is typed. */
export function NewCardSet(props: { onSent: (id: string) => void }) {
  const t = useText();
  const id = useId();
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const upload = useUpload(uploadCardSet, {
    missing: t(words.missing),
    onDone: (answer) => props.onSent(answer.id),
    fields: ['name'],
  });
  const { field, problems } = upload;
  const take = (taken: CheckedFile | undefined) => {
    field.onValue(taken);
    if (!taken || name.trim() !== '') return;
    const own = taken.file.name.replace(/\.[^.]*$/, '').trim();
    setName(own.slice(0, LONGEST_NAME));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void upload.submit({ name: name.trim(), isShared });
  };

  return (
    <Stack as="form" onSubmit={submit} noValidate>
      <UploadField
        label={t(words.file)}
        help={t(words.help, { n: countAmount(NUMBERS_FILE.maxRows) })}
        demand={DEMAND}
        {...field}
        onValue={take}
      />
      {field.value ? (
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
              {t(sentences.sharedWithCustomer)}
            </Checkbox>
            <Button type="primary" htmlType="submit" loading={upload.isSending}>
              {t(words.submit)}
            </Button>
          </Inline>
        </>
      ) : null}
    </Stack>
  );
}
