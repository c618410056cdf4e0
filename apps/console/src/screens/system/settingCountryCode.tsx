import {
  editCountry,
  enableCountry,
  listCountries,
  restoreCountry,
} from '@cardinal/contract/api/settings/countries.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { useState } from 'react';
import { useChange } from '../../kit/change.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { CountryForm } from './_countries/CountryForm.tsx';
import { flagOf } from './_countries/flag.ts';

const words = {
  find: text('国家名称、代码或区号', 'Country name, code or calling code'),
  phone: text('手机号位数', 'Mobile number'),
  digits: text('{n} 位', '{n} {n|digit|digits}'),
  edit: verbs.edit,
  enable: verbs.enable,
  disable: verbs.disable,
  disableQuestion: text('停用{name}？', 'Disable {name}?'),
  disableNote: text(
    '新的表单不再提供该国家；已有数据照常显示它的名称。',
    'New forms no longer offer it. Existing data still shows its name.',
  ),
  restore: text('恢复标准', 'Restore'),
  enabled: nouns.enabled,
  disabled: text('已停用', 'Disabled'),
  restored: text('已恢复国际标准', 'International standard restored'),
  changed: text('已修改', 'Changed'),
  off: text('已停用', 'Disabled'),
};

type Row = RowOf<typeof listCountries>;

const COLUMNS: readonly ColumnSpec<typeof listCountries>[] = [
  { field: 'code', pinned: 'left', width: 100, cell: (row) => <CountryCode row={row} /> },
  { field: 'zh', width: 150 },
  { field: 'en', width: 190 },
  { field: 'dialCode', width: 100, cell: (row) => (row.dialCode ? `+${row.dialCode}` : <Nothing />) },
  {
    field: 'mccs',
    width: 160,
    cell: (row) => (row.mccs.length === 0 ? <Nothing /> : <Span isMono>{row.mccs.join(' ')}</Span>),
  },
  { field: 'sharesMcc', width: 100 },
  { key: 'phone', title: words.phone, width: 120, cell: (row) => <PhoneLength row={row} /> },
  { field: 'isEnabled', width: 80 },
  { field: 'isChanged', width: 100 },
  { field: 'sort', width: 80 },
  { field: 'updatedAt', isOff: true },
];

function CountryCode({ row }: { row: Row }) {
  return (
    <Span isMono ink={row.isEnabled ? undefined : 'secondary'} isStruck={!row.isEnabled}>
      <span aria-hidden="true">{flagOf(row.code)}</span>
      {row.code}
    </Span>
  );
}

function PhoneLength({ row }: { row: Row }) {
  const t = useText();
  const n = row.phoneMin === row.phoneMax ? row.phoneMin : `${row.phoneMin}-${row.phoneMax}`;
  return t(words.digits, { n });
}

export default function CountryCodes() {
  const t = useText();
  const [edited, setEdited] = useState<Row>();
  const enabling = useChange(enableCountry, { done: t(words.enabled) });
  const disabling = useChange(enableCountry, { done: t(words.disabled) });
  const restoring = useChange(restoreCountry, { done: t(words.restored) });

  const disable = (row: Row) =>
    disabling.confirm({
      title: t(words.disableQuestion, { name: t(row) }),
      body: <p>{t(words.disableNote)}</p>,
      confirm: t(words.disable),
      sends: { body: { code: row.code, isEnabled: false } },
    });

  return (
    <>
      <ListScreen
        list={listCountries}
        columns={COLUMNS}
        search={{ key: 'keyword', label: words.find }}
        filters={['dialCode', 'isEnabled', 'sharesMcc', 'isChanged']}
        views={[
          { title: words.changed, query: 'isChanged=true' },
          { title: words.off, query: 'isEnabled=false' },
        ]}
        rowName={(row) => t(row)}
        rowActions={(row) => [
          { key: 'edit', label: t(words.edit), call: editCountry, onPick: () => setEdited(row) },
          row.isEnabled
            ? { key: 'disable', label: t(words.disable), call: enableCountry, onPick: () => void disable(row) }
            : {
                key: 'enable',
                label: t(words.enable),
                call: enableCountry,
                onPick: () => void enabling.run({ body: { code: row.code, isEnabled: true } }),
              },
          ...(row.isChanged
            ? [
                {
                  key: 'restore',
                  label: t(words.restore),
                  call: restoreCountry,
                  onPick: () => void restoring.run({ body: { code: row.code } }),
                },
              ]
            : []),
        ]}
      />
      {edited ? <CountryForm row={edited} onClose={() => setEdited(undefined)} /> : null}
    </>
  );
}
