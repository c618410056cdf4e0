import { readCustomerTree } from '@cardinal/contract/api/customers/customers.ts';
import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import type { FormField, FormFields, OwnControl, Values } from '../../kit/form/formFields.ts';
import { useRead } from '../../kit/useRead.ts';

const words = {
  children: text('下级客户', 'Children'),
  childrenHelp: text(
    '只限直属下级；再往下由他们自己给。',
    'Direct child customers only; they distribute further down.',
  ),
  effective: text('价格生效', 'Price begins'),
  now: text('立即', 'At once'),
  next: text('次月 1 日', 'First of next month'),
  on: text('指定日期', 'On a date'),
  day: text('生效日期', 'From'),
};

/** What is given to children, in the forms of all that is: products and packages. */
export const givingWords = {
  by: text('定价方式', 'Priced by'),
  newOnes: text(
    '新增的立即生效；下级已有的按所选时间调价。',
    'What is new takes effect immediately. What a child already has is repriced at the chosen time.',
  ),
  done: text('新增 {given} 项，调价 {repriced} 项', '{given} distributed, {repriced} repriced'),
  saved: text('价格已保存', 'Price saved'),
  priceTitle: text('{name}：{code} 的价格', 'Price of {code} for {name}'),
};

/** When a price begins. */
export const EFFECTS: FormFields = [
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

export const effectOf = (values: Values) => ({
  effective: values['effective'],
  ...(values['effective'] === EffectiveType.values.postpone ? { effectiveOn: values['effectiveOn'] } : {}),
});

function useChildren() {
  const top = useRead(readCustomerTree, {});
  const parentId = top.data?.nodes[0]?.id;
  return useRead(readCustomerTree, parentId !== undefined && { parentId: String(parentId) });
}

/** The currencies that some of the caller's children have. */
export function useChildCurrencies() {
  const nodes = useChildren().data?.nodes ?? [];
  return (ids: readonly string[]): readonly string[] =>
    [...new Set(nodes.flatMap(({ id, currency }) => (ids.includes(id) ? currency : [])))].sort();
}

/** The direct children of the caller's customer, with their currency where they have several. */
function ChildPicker({ own, isMany }: { own: OwnControl; isMany: boolean }) {
  const t = useText();
  const { data } = useChildren();
  const areSeveral = new Set(data?.nodes.map(({ currency }) => currency)).size > 1;
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
      options={(data?.nodes ?? []).map((node) => ({
        value: node.id,
        label: [node.name, node.code, ...(areSeveral ? [node.currency] : [])].join(' · '),
      }))}
      onChange={own.onChange}
    />
  );
}

/** Those of the caller's children who are given something. */
export const CHILDREN: FormField = {
  name: 'customerIds',
  kind: 'own',
  label: words.children,
  help: words.childrenHelp,
  isRequired: true,
  control: (own) => <ChildPicker own={own} isMany />,
};

/** One of the caller's children. */
export const oneChild = (name: string, label = nouns.child): FormField => ({
  name,
  kind: 'own',
  label,
  isRequired: true,
  control: (own) => <ChildPicker own={own} isMany={false} />,
});
