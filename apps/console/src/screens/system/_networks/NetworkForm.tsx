import { addNetwork, editNetwork, listNetworks } from '@cardinal/contract/api/carriers/networks.ts';
import { NetworkPreference, PriceClass, Rat } from '@cardinal/contract/enumerations/network.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { useCountryChoices } from '../_countries/useCountryChoices.ts';

const words = {
  add: text('新增网络', 'New network'),
  edit: text('编辑 {code}', 'Edit {code}'),
  codeHelp: text('前导 0 有意义：01 与 001 是两个网络', 'Leading zeros matter: 01 and 001 are different networks'),
  country: nouns.country,
  preferenceHelp: text(
    '仅在本平台登记；需要运营商引导时用列表中的「引导」',
    'Recorded on this platform only. To have the carrier steer cards, use “Steer” in the list.',
  ),
  saved: text('网络已保存', 'Network saved'),
};

const digits = (typed: string) => typed.replace(/\D/g, '').slice(0, 3);
const CODES: FormFields = [
  { name: 'mcc', kind: 'text', maxLength: 3, typed: digits },
  { name: 'mnc', kind: 'text', maxLength: 3, typed: digits, help: words.codeHelp },
];

export function NetworkForm(props: {
  row: RowOf<typeof listNetworks> | undefined;
  accounts: readonly { readonly id: string; readonly name: string }[];
  onClose: () => void;
}) {
  const t = useText();
  const { row, accounts, onClose } = props;
  const countries = useCountryChoices();
  const fields: FormFields = [
    { name: 'country', kind: 'select', label: words.country, isSearchable: true, options: countries },
    { name: 'en', kind: 'text', maxLength: 60 },
    { name: 'zh', kind: 'text', maxLength: 60 },
    { name: 'rats', kind: 'multiple', options: Rat.options },
    {
      name: 'through',
      kind: 'multiple',
      options: accounts.map(({ id, name }) => ({ value: id, label: text(name, name) })),
    },
    { name: 'priceClass', kind: 'select', options: PriceClass.options },
    ...(row?.preference === 'steered'
      ? []
      : ([
          {
            name: 'preference',
            kind: 'select',
            options: NetworkPreference.options.filter(({ value }) => value !== 'steered'),
            help: words.preferenceHelp,
          },
        ] as const)),
    { name: 'remark', kind: 'remark' },
  ];
  const shared = { labels: listNetworks.fields, done: t(words.saved), onClose };
  if (!row) {
    return (
      <FormDrawer
        {...shared}
        endpoint={addNetwork}
        title={t(words.add)}
        fields={[...CODES, ...fields]}
        initial={{ rats: [], through: [], preference: 'none' }}
      />
    );
  }
  const { country, zh, rats, remark, priceClass, preference, version } = row;
  // An unregistered network is named with this form.
  const en = row.isRegistered ? row.en : '';
  const through = row.through.map(({ id }) => id);
  return (
    <FormDrawer
      {...shared}
      endpoint={editNetwork}
      title={t(words.edit, { code: `${row.mcc}-${row.mnc}` })}
      fields={fields}
      initial={{
        networkId: row.id,
        country,
        en,
        zh: row.isRegistered ? zh : null,
        rats,
        through,
        remark,
        priceClass,
        ...(preference === 'steered' ? {} : { preference }),
        version,
      }}
    />
  );
}
