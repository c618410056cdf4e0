import { phoneBillTiers, readTierChoices } from '@cardinal/contract/api/cardRecharges/tiers.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import type { FormFields, OwnControl } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';

const { fields } = phoneBillTiers.list;

const words = {
  owner: text('赠送从其余额支付', 'The bonus is taken from its balance'),
  accounts: text('不选则为其全部公众号', 'Empty: all its accounts'),
  products: text('不选则不限产品', 'Empty: cards of any product'),
};

type Part = 'customerId' | 'accountId' | 'productCode';

/** `ownerId` of a tier that is there: who pays does not change. */
function Choice({ own, from, ownerId }: { own: OwnControl; from: Part; ownerId: string | undefined }) {
  const t = useText();
  const { data } = useRead(readTierChoices);
  const owners = data?.owners ?? [];
  const owner = owners.find(({ id }) => id === (ownerId ?? own.values['customerId']));
  const options = {
    customerId: () => owners.map(({ id, name }) => ({ value: id, label: name })),
    accountId: () => (owner?.accounts ?? []).map(({ id, name }) => ({ value: id, label: name })),
    productCode: () => (owner?.products ?? []).map(({ code, name }) => ({ value: code, label: `${name} · ${code}` })),
  };
  return (
    <Select
      id={own.id}
      allowClear={from !== 'customerId'}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={from !== 'customerId' && !owner}
      value={own.value ?? null}
      options={options[from]()}
      placeholder={from === 'customerId' ? undefined : t(from === 'accountId' ? words.accounts : words.products)}
      onChange={(value: unknown) => own.onChange(value ?? null)}
      {...(own.problem ? { status: 'error' as const } : {})}
    />
  );
}

/** Who pays, chosen first; then where the tier holds. */
export const scopeOf = (ownerId: string | undefined): FormFields => [
  {
    name: 'customerId',
    kind: 'own',
    label: fields.customerName.label,
    help: words.owner,
    control: (own) => <Choice own={own} from="customerId" ownerId={ownerId} />,
  },
  {
    name: 'accountId',
    kind: 'own',
    label: fields.accountName.label,
    control: (own) => <Choice own={own} from="accountId" ownerId={ownerId} />,
  },
  { name: 'productCode', kind: 'own', control: (own) => <Choice own={own} from="productCode" ownerId={ownerId} /> },
];
