import { distributePoolPackages, listPoolPackageChildren } from '@cardinal/contract/api/packages/poolPackages.ts';
import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import {
  CHILDREN,
  EFFECTS,
  effectOf,
  givingWords,
  useChildCurrencies,
} from '../../../parts/catalogue/distributionFields.tsx';
import { PriceOutcome } from '../../../parts/packages/PriceOutcome.tsx';
import { type Cost, priceOf } from '../../../parts/packages/packagePrices.ts';
import { priceFields, STOPS_SALE } from '../../../parts/packages/priceFields.ts';
import { toast } from '../../../shell/toasts.ts';

const words = {
  title: text('分配「{name}」', 'Distribute “{name}”'),
  outcome: text('价格结果', 'What it comes to'),
};

export type PoolPackage = {
  readonly id: string;
  readonly name: string;
  readonly reservePrice: string | null;
  readonly minPrice: string | null;
  readonly costPrice: string | null;
  readonly currency: string;
};

/** A child that has it already, with the price it pays. */
export type Repriced = {
  readonly customerId: string;
  readonly customerName: string;
  readonly reservePrice: string;
  readonly minPrice: string;
  readonly suggestPrice: string;
  readonly lowestBelow: string | null;
};

/** Gives a pool package to children at one price, or sets the price of a child that has it. */
export default function GivePoolPackage(props: { of: PoolPackage; child?: Repriced; onClose: () => void }) {
  const t = useText();
  const { of, child } = props;
  const currenciesOf = useChildCurrencies();
  const cost: Cost = {
    reservePrice: of.reservePrice ?? '0',
    floor: of.minPrice ?? '0',
    cost: of.costPrice === null ? null : { minor: of.costPrice, currency: of.currency },
  };
  const currencyOf = (values: Values) => {
    const found = currenciesOf((values['customerIds'] ?? []) as readonly string[]);
    return found.length === 1 ? found[0] : undefined;
  };
  const fields: FormFields = [
    ...(child ? [] : [CHILDREN]),
    ...priceFields(cost, of.currency),
    {
      name: 'outcome',
      kind: 'own',
      label: words.outcome,
      control: (own) => (
        <PriceOutcome
          id={own.id}
          typed={own.values}
          cost={cost}
          currency={currencyOf(own.values)}
          lowestBelow={child?.lowestBelow ?? null}
        />
      ),
    },
    ...EFFECTS,
  ];
  return (
    <FormDrawer
      endpoint={distributePoolPackages}
      submit={child ? verbs.reprice : verbs.distribute}
      title={
        child
          ? t(givingWords.priceTitle, { name: child.customerName, code: of.name })
          : t(words.title, { name: of.name })
      }
      labels={listPoolPackageChildren.fields}
      intro={child ? undefined : t(givingWords.newOnes)}
      fields={fields}
      initial={{
        customerIds: child ? [child.customerId] : [],
        by: 'reservePrice',
        ...(child && {
          reservePrice: typedAmount(child.reservePrice),
          minPrice: typedAmount(child.minPrice),
          suggestPrice: typedAmount(child.suggestPrice),
        }),
        effective: EffectiveType.values.now,
      }}
      toBody={(values) => ({
        customerIds: values['customerIds'],
        lines: [{ packageId: of.id, ...priceOf(values) }],
        ...effectOf(values),
      })}
      overrules={STOPS_SALE}
      onDone={({ given, repriced }) => toast.success(t(givingWords.done, { given, repriced }))}
      onClose={props.onClose}
    />
  );
}
