import { editCountry, listCountries } from '@cardinal/contract/api/settings/countries.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';

const words = {
  edit: verbs.editNamed,
  saved: text('国家码已保存', 'Country saved'),
  dialHelp: text('1 到 4 位数字，不含加号', '1 to 4 digits, without the plus sign'),
  mccHelp: text('每个 3 位数字', '3 digits each'),
  sharesHelp: text('与另一国使用同一 MCC 时，两国都要标记', 'If two countries share an MCC, mark both'),
  lengthHelp: text('不含国际区号', 'Without the country calling code'),
};

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

export function CountryForm(props: { row: RowOf<typeof listCountries>; onClose: () => void }) {
  const t = useText();
  const { code, zh, en, dialCode, mccs, sharesMcc, phoneMin, phoneMax, sort, version } = props.row;
  return (
    <FormDrawer
      endpoint={editCountry}
      title={t(words.edit, { name: t(props.row) })}
      labels={listCountries.fields}
      fields={FIELDS}
      initial={{ code, zh, en, dialCode, mccs: mccs.join('\n'), sharesMcc, phoneMin, phoneMax, sort, version }}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
