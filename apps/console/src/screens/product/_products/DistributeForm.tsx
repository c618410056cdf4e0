import {
  copyDistributions,
  distributeProducts,
  editDistributionPrice,
} from '@cardinal/contract/api/catalogue/productDistributions.ts';
import { readCustomerTree } from '@cardinal/contract/api/customers/customers.ts';
import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import { nouns, units, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { minorOf, typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormField, FormFields, OwnControl, Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { ProductPicker } from '../../../parts/catalogue/ProductPicker.tsx';
import { toast } from '../../../shell/toasts.ts';

const words = {
  children: text('下级客户', 'Children'),
  childrenHelp: text(
    '只能下发给直属下级；再往下由他们下发。',
    'Direct child customers only; they distribute further down.',
  ),
  products: text('产品与价格', 'Products and prices'),
  by: text('定价方式', 'Priced by'),
  reserve: text('卡底价', 'Reserve price'),
  margin: text('单卡毛利', 'Margin per card'),
  marginHelp: text('底价 = 我的底价 + 毛利', 'Reserve price = my reserve price + margin'),
  floor: text('最低售价', 'Price floor'),
  floorHelp: text(
    '下级向其下级收取的最低价，留空同底价',
    'Minimum price the child may charge below. Empty: same as the reserve price.',
  ),
  more: text('再加一个产品', 'Add another product'),
  titleOf: text('下发 {code}', 'Distribute {code}'),
  further: text('更多产品', 'More products'),
  effective: text('价格生效', 'Price begins'),
  now: text('立即', 'At once'),
  next: text('次月 1 日', 'First of next month'),
  on: text('指定日期', 'On a date'),
  day: text('生效日期', 'From'),
  newOnes: text(
    '新下发的产品立即生效；已有的产品按所选时间调价。',
    'New products take effect immediately. Existing products are repriced at the chosen time.',
  ),
  done: text('已下发 {given} 项，调价 {repriced} 项', '{given} distributed, {repriced} repriced'),
  priceTitle: text('{name}：{code} 的价格', 'Price of {code} for {name}'),
  saved: text('价格已保存', 'Price saved'),
  copyNote: text(
    '把模板客户的产品和价格照样下发给所选下级；他们已有的产品按模板调价。',
    'Distributes the template customer’s products and prices to the selected children. Products they already have are repriced accordingly.',
  ),
  template: text('模板客户', 'Template child'),
  validOnly: text('跳过不能复制的行', 'Skip rows that cannot be copied'),
  skipped: text('跳过 {n} 行：{lines}', '{n} {n|line|lines} skipped: {lines}'),
};

const EFFECTS: FormFields = [
  {
    name: 'effective',
    kind: 'select',
    label: words.effective,
    options: [
      { value: EffectiveType.values.now, label: words.now },
      { value: EffectiveType.values.nextMonth, label: words.next },
      { value: EffectiveType.values.postpone, label: words.on },
    ],
  },
  {
    name: 'effectiveOn',
    kind: 'day',
    label: words.day,
    isRequired: true,
    isHidden: (values) => values['effective'] !== EffectiveType.values.postpone,
  },
];

const effectOf = (values: Values) => ({
  effective: values['effective'],
  ...(values['effective'] === EffectiveType.values.postpone ? { effectiveOn: values['effectiveOn'] } : {}),
});

/** The direct children of the caller's customer. */
function ChildPicker({ own, isMany }: { own: OwnControl; isMany: boolean }) {
  const t = useText();
  const top = useRead(readCustomerTree, {});
  const parentId = top.data?.nodes[0]?.id;
  const { data } = useRead(readCustomerTree, parentId !== undefined && { parentId: String(parentId) });
  return (
    <Select
      id={own.id}
      {...(isMany ? { mode: 'multiple' as const } : {})}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      status={own.problem ? 'error' : ''}
      aria-invalid={own.problem ? true : undefined}
      loading={!data}
      placeholder={t(verbs.select)}
      value={own.value ?? (isMany ? [] : undefined)}
      options={(data?.nodes ?? []).map((node) => ({ value: node.id, label: `${node.name} · ${node.code}` }))}
      onChange={own.onChange}
    />
  );
}

const children: FormField = {
  name: 'customerIds',
  kind: 'own',
  label: words.children,
  help: words.childrenHelp,
  isRequired: true,
  control: (own) => <ChildPicker own={own} isMany />,
};

/** The child's price of a card: as a price, or as a margin over the caller's own cost. */
const priceFields = (at: string): FormFields => [
  {
    name: `${at}by`,
    kind: 'select',
    label: words.by,
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
    children,
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
      intro={t(words.newOnes)}
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
      done={(answer) => t(words.done, answer)}
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
      title={t(words.priceTitle, { name: given.customerName, code: given.productCode })}
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
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}

export function CopyForm(props: { onClose: () => void }) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={copyDistributions}
      submit={verbs.give}
      intro={t(words.copyNote)}
      title={t(copyDistributions.summary)}
      fields={[
        {
          name: 'templateCustomerId',
          kind: 'own',
          label: words.template,
          isRequired: true,
          control: (own) => <ChildPicker own={own} isMany={false} />,
        },
        children,
        { name: 'validOnly', kind: 'flag', label: words.validOnly },
      ]}
      initial={{ customerIds: [], validOnly: false }}
      onDone={({ given, repriced, wrong }) => {
        toast.success(t(words.done, { given, repriced }));
        if (wrong.length > 0) {
          const lines = wrong.map((line) => `${line.code} ${line.words}`).join('; ');
          toast.warning(t(words.skipped, { n: wrong.length, lines }));
        }
      }}
      onClose={props.onClose}
    />
  );
}
