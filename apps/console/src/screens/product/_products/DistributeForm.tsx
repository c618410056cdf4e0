import { distributeProducts, editDistributionPrice } from '@cardinal/contract/api/catalogue/productDistributions.ts';
import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import { nouns, units, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { minorOf, typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormField, FormFields, Values } from '../../../kit/form/formFields.ts';
import { CHILDREN, EFFECTS, effectOf, givingWords } from '../../../parts/catalogue/distributionFields.tsx';
import { ProductPicker } from '../../../parts/catalogue/ProductPicker.tsx';

const words = {
  products: text('产品与价格', 'Products and prices'),
  reserve: text('卡底价', 'Reserve price'),
  margin: text('单卡毛利', 'Margin per card'),
  marginHelp: text('底价 = 我的底价 + 毛利', 'Reserve price = my reserve price + margin'),
  floor: text('最低售价', 'Price floor'),
  floorHelp: text(
    '下级向其下级收取的最低价，留空同底价',
    'Minimum price the child may charge below. Empty: same as the reserve price.',
  ),
  titleOf: text('下发 {code}', 'Distribute {code}'),
  more: text('再加一个产品', 'Add another product'),
  further: text('更多产品', 'More products'),
};

/** The child's price of a card: as a price, or as a margin over the caller's own cost. */
const priceFields = (at: string): FormFields => [
  {
    name: `${at}by`,
    kind: 'select',
    label: givingWords.by,
    options: [
      { value: 'reservePrice', label: words.reserve },
      { value: 'margin', label: words.margin },
    ],
  },
  {
    name: `${at}reservePrice`,
    kind: 'decimal',
    label: words.reserve,
    unit: units.cny,
    isRequired: true,
    isHidden: (values) => values[`${at}by`] === 'margin',
  },
  {
    name: `${at}margin`,
    kind: 'decimal',
    label: words.margin,
    unit: units.cny,
    help: words.marginHelp,
    isRequired: true,
    isHidden: (values) => values[`${at}by`] !== 'margin',
  },
  { name: `${at}minPrice`, kind: 'decimal', label: words.floor, unit: units.cny, help: words.floorHelp },
];

const priceOf = (values: Values, at: string) => {
  const by = values[`${at}by`] === 'margin' ? 'margin' : 'reservePrice';
  const floor = values[`${at}minPrice`];
  return { [by]: minorOf(values[`${at}${by}`]) ?? '', ...(floor ? { minPrice: minorOf(floor) } : {}) };
};

const lineFields = (at: number, isPicked: boolean): FormFields => [
  ...(isPicked
    ? []
    : [
        {
          name: `lines.${at}.productId`,
          kind: 'own',
          label: nouns.product,
          isRequired: true,
          ...(at === 0 ? { section: words.products } : {}),
          control: ({ id, value, problem, onChange }) => (
            <ProductPicker
              id={id}
              by="id"
              hasFloor
              value={value as string | undefined}
              problem={problem}
              onPick={(product) => onChange(product?.id)}
            />
          ),
        } satisfies FormField,
      ]),
  ...priceFields(`lines.${at}.`),
];

/** One product to many children, or many to one. */
export function DistributeForm(props: {
  product?: { id: string; code: string } | undefined;
  customerId?: string;
  onClose: () => void;
}) {
  const t = useText();
  const { product } = props;
  const [count, setCount] = useState(1);
  const lines = Array.from({ length: count }, (_, at) => at);
  const fields: FormFields = [
    CHILDREN,
    ...lines.flatMap((at) => lineFields(at, product !== undefined)),
    ...(product
      ? []
      : [
          {
            name: 'more',
            kind: 'own',
            label: words.further,
            control: ({ id }) => (
              <Button id={id} aria-label={t(words.more)} onClick={() => setCount(count + 1)}>
                {t(words.more)}
              </Button>
            ),
          } satisfies FormField,
        ]),
    ...EFFECTS,
  ];
  return (
    <FormDrawer
      endpoint={distributeProducts}
      submit={verbs.give}
      intro={t(givingWords.newOnes)}
      title={product ? t(words.titleOf, { code: product.code }) : t(distributeProducts.summary)}
      fields={fields}
      initial={{
        customerIds: props.customerId ? [props.customerId] : [],
        ...(product ? { 'lines.0.productId': product.id } : {}),
        ...Object.fromEntries(lines.map((at) => [`lines.${at}.by`, 'reservePrice'])),
        effective: EffectiveType.values.now,
      }}
      toBody={(values) => ({
        customerIds: values['customerIds'],
        // Empty additional lines are ignored.
        lines: lines
          .filter((at) => at === 0 || values[`lines.${at}.productId`])
          .map((at) => ({
            productId: values[`lines.${at}.productId`],
            ...priceOf(values, `lines.${at}.`),
          })),
        ...effectOf(values),
      })}
      done={(answer) => t(givingWords.done, answer)}
      onClose={props.onClose}
    />
  );
}

type Given = {
  readonly id: string;
  readonly customerName: string;
  readonly productCode: string;
  readonly reservePrice: string | null;
  readonly minPrice: string | null;
};

export function PriceForm(props: { given: Given; onClose: () => void }) {
  const t = useText();
  const { given } = props;
  return (
    <FormDrawer
      endpoint={editDistributionPrice}
      submit={verbs.reprice}
      title={t(givingWords.priceTitle, { name: given.customerName, code: given.productCode })}
      fields={[...priceFields(''), ...EFFECTS]}
      initial={{
        id: given.id,
        by: 'reservePrice',
        reservePrice: typedAmount(given.reservePrice),
        minPrice: typedAmount(given.minPrice),
        effective: EffectiveType.values.now,
      }}
      toBody={(values) => ({
        id: given.id,
        ...priceOf(values, ''),
        ...effectOf(values),
      })}
      done={t(givingWords.saved)}
      onClose={props.onClose}
    />
  );
}
