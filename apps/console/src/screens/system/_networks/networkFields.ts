import { type listNetworks, roamingAccounts } from '@cardinal/contract/api/carriers/networks.ts';
import { NetworkPreference, PriceClass, Rat } from '@cardinal/contract/enumerations/network.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { FormField, FormFields } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useCountryChoices } from '../_countries/useCountryChoices.ts';

const words = {
  codeHelp: text('前导 0 有意义：01 与 001 是两个网络', 'Leading zeros matter: 01 and 001 are different networks'),
  preferenceHelp: text(
    '仅在本平台登记；需要运营商引导时用列表中的「引导」',
    'Recorded on this platform only. To have the carrier steer cards, use “Steer” in the list.',
  ),
};

const digits = (typed: string) => typed.replace(/\D/g, '').slice(0, 3);

export const useRoamingAccounts = () => useRead(roamingAccounts, {}, { isSilent: false });

const PREFERENCE: FormField = {
  name: 'preference',
  kind: 'select',
  options: NetworkPreference.options.filter(({ value }) => value !== 'steered'),
  help: words.preferenceHelp,
};

/** The codes of a network are said once. What a carrier steers is not changed here. */
export function useNetworkFields(row: RowOf<typeof listNetworks> | undefined): FormFields {
  const { data: accounts = [] } = useRoamingAccounts();
  const countries = useCountryChoices();
  return [
    { name: 'mcc', kind: 'text', maxLength: 3, typed: digits },
    { name: 'mnc', kind: 'text', maxLength: 3, typed: digits, help: words.codeHelp },
    { name: 'country', kind: 'select', label: nouns.country, isSearchable: true, options: countries },
    { name: 'en', kind: 'text', maxLength: 60 },
    { name: 'zh', kind: 'text', maxLength: 60 },
    { name: 'rats', kind: 'multiple', options: Rat.options },
    {
      name: 'through',
      kind: 'multiple',
      options: accounts.map(({ id, name }) => ({ value: id, label: text(name, name) })),
    },
    { name: 'priceClass', kind: 'select', options: PriceClass.options },
    ...(row?.preference === 'steered' ? [] : [PREFERENCE]),
    { name: 'remark', kind: 'remark' },
  ];
}
