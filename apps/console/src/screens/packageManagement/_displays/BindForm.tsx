import { bindDisplayStrategy, displayStrategies } from '@cardinal/contract/api/control/displayStrategies.ts';
import { DisplayBinding } from '@cardinal/contract/enumerations/control.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { rowAgain } from '../../../kit/form/readAgain.ts';
import { PackageChoice, ProductChoice } from './BoundChoice.tsx';

const words = {
  title: text('绑定「{name}」', 'Bind “{name}”'),
  intro: text(
    '范围小的优先：套餐、产品、客户。同一对象对同一展示对象只有一个策略。',
    'The narrowest holds: package, then product, then customer. An object has one strategy for each audience.',
  ),
  below: text(
    '只限下级，含其下级；本级始终看到全部',
    'Customers below, with those below them. Owners always see everything.',
  ),
  saved: text('绑定已保存', 'Bindings saved'),
};

type Strategy = RowOf<typeof displayStrategies.list>;

const valuesOf = ({ version, bound }: Strategy) => {
  const idsOf = (kind: DisplayBinding) => bound.filter((each) => each.kind === kind).map((each) => each.id);
  return { version, packageIds: idsOf('package'), productCodes: idsOf('product'), customerIds: idsOf('customer') };
};

/** Everything a strategy is bound to. */
export default function BindForm(props: { strategy: Strategy; onClose: () => void }) {
  const t = useText();
  const { id, name, bound } = props.strategy;
  const of = (kind: DisplayBinding) => bound.filter((each) => each.kind === kind);
  const anew = async () => {
    const now = await rowAgain(displayStrategies.list, (each) => each.id === id);
    return now && valuesOf(now);
  };
  return (
    <FormDrawer
      endpoint={bindDisplayStrategy}
      title={t(words.title, { name })}
      intro={t(words.intro)}
      width={600}
      fields={[
        {
          name: 'packageIds',
          kind: 'own',
          label: DisplayBinding.labelOf('package'),
          control: ({ id: at, value, onChange, problem }) => (
            <PackageChoice
              id={at}
              strategyId={id}
              value={value as string[]}
              named={of('package')}
              problem={problem}
              onValue={onChange}
            />
          ),
        },
        {
          name: 'productCodes',
          kind: 'own',
          label: DisplayBinding.labelOf('product'),
          control: ({ id: at, value, onChange, problem }) => (
            <ProductChoice id={at} strategyId={id} value={value as string[]} problem={problem} onValue={onChange} />
          ),
        },
        {
          name: 'customerIds',
          kind: 'own',
          label: DisplayBinding.labelOf('customer'),
          help: words.below,
          control: ({ id: at, value, onChange, problem }) => (
            <CustomerPicker isMany id={at} value={value as string[]} problem={problem} onValue={onChange} />
          ),
        },
      ]}
      initial={valuesOf(props.strategy)}
      anew={anew}
      toBody={(values) => ({ ...values, id })}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
