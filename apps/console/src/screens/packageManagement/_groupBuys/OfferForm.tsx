import { productOptions } from '@cardinal/contract/api/catalogue/products.ts';
import {
  addGroupBuyOffer,
  editGroupBuyOffer,
  groupBuyPackages,
  listGroupBuyOffers,
} from '@cardinal/contract/api/groupBuys/offers.ts';
import { CodeExpiry } from '@cardinal/contract/enumerations/groupBuy.ts';
import { SalesPlatform } from '@cardinal/contract/enumerations/order.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Select } from 'antd';
import { typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields, OwnControl, Values } from '../../../kit/form/formFields.ts';
import { rowAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { PackageChoice } from '../../../parts/catalogue/PackageChoice.tsx';
import { PriceSteps, stepsWritten } from './PriceSteps.tsx';

const { fields } = listGroupBuyOffers;

const words = {
  reserve: text('底价 {amount}', 'Floor {amount}'),
  platformHelp: text('不选：只通过 API 销售', 'Left empty: sold by the API alone'),
  stepsHelp: text('一次买得越多单价越低；不低于底价', 'The more at once, the lower the price; never below the floor'),
  limitHelp: text('同一张卡最多兑换几个；不填则不限', 'Codes that one card takes; empty: any number'),
  productHelp: text('不选：套餐绑定的产品都可以', 'Left empty: whatever products the package is bound to'),
  saved: text('团购已保存', 'Offer saved'),
};

export type OfferRow = RowOf<typeof listGroupBuyOffers>;
type Option = AnswerOf<typeof groupBuyPackages>[number];

const chosen = (values: Values) => values['packageId'] as Option | undefined;

const useSellable = (keyword: string) =>
  useRead(groupBuyPackages, keyword ? { keyword } : {}, { keepsPrevious: true }).data;

/** A package that can be sold in bulk, with its floor. */
function SellableChoice({ own }: { own: OwnControl }) {
  const t = useText();
  const value = chosen(own.values);
  return (
    <Stack gap="xs">
      <PackageChoice own={own} useFound={useSellable} />
      {value?.reserve ? (
        <Span ink="secondary" size="s">
          {t(words.reserve, { amount: `${moneyText(money(BigInt(value.reserve), value.currency))} ${value.currency}` })}
        </Span>
      ) : null}
    </Stack>
  );
}

function ProductChoice({ own }: { own: OwnControl }) {
  const t = useText();
  const { data } = useRead(productOptions, {}, { keepsPrevious: true });
  return (
    <Select
      id={own.id}
      mode="multiple"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t(nouns.any)}
      status={own.problem ? 'error' : ''}
      value={own.value}
      options={(data ?? []).map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
      onChange={own.onChange}
    />
  );
}

const FIELDS: FormFields = [
  { name: 'name', kind: 'text', maxLength: 60 },
  {
    name: 'salesPlatform',
    kind: 'select',
    label: SalesPlatform.title,
    help: words.platformHelp,
    options: SalesPlatform.options,
    isRequired: false,
  },
  {
    name: 'steps',
    kind: 'own',
    isTyped: true,
    help: words.stepsHelp,
    isRequired: true,
    control: (own) => <PriceSteps own={own} />,
  },
  { name: 'validDays', kind: 'integer' },
  { name: 'expiry', kind: 'select', label: CodeExpiry.title, options: CodeExpiry.options },
  { name: 'perCard', kind: 'integer', help: words.limitHelp },
  { name: 'productCodes', kind: 'own', help: words.productHelp, control: (own) => <ProductChoice own={own} /> },
];

const written = (values: Values) => ({
  name: values['name'],
  salesPlatform: values['salesPlatform'] ?? null,
  steps: stepsWritten(values['steps']),
  validDays: values['validDays'],
  expiry: values['expiry'],
  perCard: values['perCard'] ?? null,
  productCodes: values['productCodes'],
});

const typedOf = (row: OfferRow) => ({
  updatedAt: row.updatedAt,
  name: row.name,
  salesPlatform: row.salesPlatform ?? undefined,
  steps: row.steps.map(({ from, price }, no) => ({ no, from: String(from), price: typedAmount(price) ?? '' })),
  validDays: row.validDays,
  expiry: row.expiry,
  perCard: row.perCard ?? undefined,
  productCodes: row.productCodes,
});

/** Offers a package in bulk, or changes an offer; codes sold before keep what they were sold with. */
export default function OfferForm({ row, onClose }: { row: OfferRow | undefined; onClose: () => void }) {
  const t = useText();
  if (row)
    return (
      <FormDrawer
        endpoint={editGroupBuyOffer}
        title={`${t(editGroupBuyOffer.summary)} ${row.packageCode}`}
        labels={fields}
        fields={FIELDS}
        initial={typedOf(row)}
        anew={async () => {
          const found = await rowAgain(listGroupBuyOffers, ({ id }) => id === row.id);
          return found && typedOf(found);
        }}
        toBody={(values) => ({ id: row.id, updatedAt: values['updatedAt'], ...written(values) })}
        done={t(words.saved)}
        onClose={onClose}
      />
    );
  return (
    <FormDrawer
      endpoint={addGroupBuyOffer}
      title={t(addGroupBuyOffer.summary)}
      labels={fields}
      fields={[
        {
          name: 'packageId',
          kind: 'own',
          label: fields.packageName.label,
          isRequired: true,
          control: (own) => <SellableChoice own={own} />,
        },
        ...FIELDS,
      ]}
      initial={{
        steps: [{ no: 0, from: '100', price: '' }],
        validDays: 180,
        expiry: CodeExpiry.values.refund,
        productCodes: [],
      }}
      toBody={(values) => ({ packageId: chosen(values)?.id, ...written(values) })}
      done={t(words.saved)}
      onClose={onClose}
    />
  );
}
