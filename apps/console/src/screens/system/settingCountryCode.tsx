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
import type { FormFields } from '../../kit/form/formFields.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { runOf, type Step } from '../../kit/register/registerSpec.ts';
import { Nothing } from '../../kit/table/cells.tsx';
import { flagOf } from './_countries/flag.ts';

const words = {
  find: text('国家名称、代码或区号', 'Country name, code or calling code'),
  phone: text('手机号位数', 'Mobile number'),
  digits: text('{n} 位', '{n} {n|digit|digits}'),
  disableQuestion: text('停用{name}？', 'Disable {name}?'),
  disableNote: text(
    '新的表单不再提供该国家；已有数据照常显示它的名称。',
    'New forms no longer offer it. Existing data still shows its name.',
  ),
  restore: text('恢复标准', 'Restore'),
  restored: text('已恢复国际标准', 'International standard restored'),
  changed: text('已修改', 'Changed'),
  off: text('已停用', 'Disabled'),
  dialHelp: text('1 到 4 位数字，不含加号', '1 to 4 digits, without the plus sign'),
  mccHelp: text('每个 3 位数字', '3 digits each'),
  sharesHelp: text('与另一国使用同一 MCC 时，两国都要标记', 'If two countries share an MCC, mark both'),
  lengthHelp: text('不含国际区号', 'Without the country calling code'),
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

const FIELDS: FormFields = [
  { name: 'zh', kind: 'text', maxLength: 60 },
  { name: 'en', kind: 'text', maxLength: 60 },
  { name: 'dialCode', kind: 'text', maxLength: 4, help: words.dialHelp, typed: (typed) => typed.replace(/\D/g, '') },
  { name: 'mccs', kind: 'list', max: 20, help: words.mccHelp },
  { name: 'sharesMcc', kind: 'flag', help: words.sharesHelp },
  { name: 'phoneMin', kind: 'integer', help: words.lengthHelp },
  { name: 'phoneMax', kind: 'integer' },
  { name: 'sort', kind: 'integer' },
];

const ENABLE: Step<Row> = {
  key: 'enable',
  label: ({ isEnabled }) => (isEnabled ? verbs.disable : verbs.enable),
  runs: (row, t) =>
    runOf(
      enableCountry,
      { code: row.code, isEnabled: !row.isEnabled },
      row.isEnabled
        ? {
            done: words.off,
            ask: {
              title: t(words.disableQuestion, { name: t(row) }),
              body: <p>{t(words.disableNote)}</p>,
              confirm: t(verbs.disable),
            },
          }
        : { done: nouns.enabled },
    ),
};
const RESTORE: Step<Row> = {
  key: 'restore',
  label: words.restore,
  isOffered: ({ isChanged }) => isChanged,
  runs: ({ code }) => runOf(restoreCountry, { code }, { done: words.restored }),
};

const COUNTRIES = {
  noun: { zh: '国家码', en: 'country', many: 'countries' },
  list: listCountries,
  edit: editCountry,
  idKey: 'code',
  isVersioned: true,
} as const;

export default function CountryCodes() {
  return (
    <RegisterScreen
      register={COUNTRIES}
      columns={COLUMNS}
      search={{ key: 'keyword', label: words.find }}
      filters={['dialCode', 'isEnabled', 'sharesMcc', 'isChanged']}
      views={[
        { title: words.changed, query: 'isChanged=true' },
        { title: words.off, query: 'isEnabled=false' },
      ]}
      rowName={({ zh, en }) => ({ zh, en })}
      form={FIELDS}
      values={({ code, mccs }) => ({ code, mccs: mccs.join('\n') })}
      steps={['edit', ENABLE, RESTORE]}
    />
  );
}
