import {
  addAddress,
  editAddress,
  listAddresses,
  previewPastedAddress,
  readAddress,
} from '@cardinal/contract/api/customers/addresses.ts';
import { AddressTag } from '@cardinal/contract/enumerations/customer.ts';
import { text } from '@cardinal/primitives/text.ts';
import { typedPhone } from '@cardinal/primitives/typing.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import { toast } from '../../../shell/toasts.ts';
import { DivisionPicker } from './DivisionPicker.tsx';
import './addresses.css';

const words = {
  add: text('新增地址', 'New address'),
  edit: text('编辑地址', 'Edit address'),
  paste: text('粘贴识别', 'Paste address'),
  pasteHint: text(
    '粘贴「姓名 手机号 地址」，自动填入下方',
    'Paste name, phone and address to fill in the fields below',
  ),
  recognise: text('识别', 'Recognise'),
  unknown: text('没有识别出内容，请手工填写', 'Nothing recognised. Fill in the fields manually.'),
  makeDefault: text('设为默认', 'Set as default'),
  saved: text('地址已保存', 'Address saved'),
};

const FIELDS: FormFields = [
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
const DEFAULT: FormFields = [{ name: 'isDefault', kind: 'flag', label: words.makeDefault }];

function Paste(props: { onRead: (values: Values) => void }) {
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

export function AddAddress(props: { onClose: () => void }) {
  const t = useText();
  // What was recognised begins the form anew.
  const [read, setRead] = useState<Values>();
  const [count, setCount] = useState(0);
  return (
    <FormDrawer
      key={count}
      endpoint={addAddress}
      title={t(words.add)}
      intro={
        <Paste
          onRead={(values) => {
            setRead(values);
            setCount((before) => before + 1);
          }}
        />
      }
      labels={listAddresses.fields}
      fields={[...FIELDS, ...DEFAULT]}
      initial={read}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}

export function EditAddress(props: { id: string; onClose: () => void }) {
  const t = useText();
  const address = useReadAnew(readAddress, { addressId: props.id });
  if (!address) return null;
  const { id, place: _, isDefault: __, ...initial } = address;
  return (
    <FormDrawer
      endpoint={editAddress}
      title={t(words.edit)}
      labels={listAddresses.fields}
      fields={FIELDS}
      initial={{ ...initial, addressId: id }}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
