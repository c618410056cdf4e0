import { listAddresses, previewPastedAddress } from '@cardinal/contract/api/customers/addresses.ts';
import { AddressTag } from '@cardinal/contract/enumerations/customer.ts';
import { text } from '@cardinal/primitives/text.ts';
import { typedPhone } from '@cardinal/primitives/typing.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import type { FormField, FormFields, Values } from '../../../kit/form/formFields.ts';
import { toast } from '../../../shell/toasts.ts';
import { DivisionPicker } from './DivisionPicker.tsx';

const words = {
  paste: text('粘贴识别', 'Paste address'),
  pasteHint: text(
    '粘贴「姓名 手机号 地址」，自动填入下方',
    'Paste name, phone and address to fill in the fields below',
  ),
  recognise: text('识别', 'Recognise'),
  unknown: text('没有识别出内容，请手工填写', 'Nothing recognised. Fill in the fields manually.'),
  makeDefault: text('设为默认', 'Set as default'),
};

export const ADDRESS_FIELDS: FormFields = [
  { name: 'receiver', kind: 'text', maxLength: 30 },
  { name: 'phone', kind: 'text', typed: typedPhone, help: text('11 位手机号', '11-digit mobile number') },
  {
    name: 'division',
    kind: 'own',
    label: listAddresses.fields.place.label,
    control: ({ id, value, problem, onChange }) => (
      <DivisionPicker
        id={id}
        value={typeof value === 'string' ? value : undefined}
        problem={problem}
        onValue={onChange}
      />
    ),
  },
  { name: 'detail', kind: 'textarea', maxLength: 255 },
  { name: 'postcode', kind: 'text', maxLength: 6, typed: (typed) => typed.replace(/\D/g, '') },
  { name: 'tag', kind: 'select', options: AddressTag.options },
];
export const IS_DEFAULT: FormField = { name: 'isDefault', kind: 'flag', label: words.makeDefault };

/** What is recognised in a pasted line begins the form anew. */
export function Paste(props: { onRead: (values: Values) => void }) {
  const t = useText();
  const [line, setLine] = useState('');
  const reading = useChange(previewPastedAddress);
  const read = async () => {
    const read = line.trim() ? await reading.run({ body: { line: line.trim() } }) : {};
    if (!read) return;
    const found = Object.fromEntries(Object.entries(read).filter(([, part]) => part !== null));
    if (Object.keys(found).length === 0) toast.warning(t(words.unknown));
    else props.onRead(found);
  };
  return (
    <Stack gap="s" align="start" below="xl">
      <label htmlFor="address-paste">{t(words.paste)}</label>
      <Input.TextArea
        id="address-paste"
        value={line}
        maxLength={500}
        autoSize={{ minRows: 2, maxRows: 4 }}
        placeholder={t(words.pasteHint)}
        onChange={(event) => setLine(event.target.value)}
      />
      <Button size="small" loading={reading.isRunning} onClick={() => void read()}>
        {t(words.recognise)}
      </Button>
    </Stack>
  );
}
