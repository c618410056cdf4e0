import { editPackagePrice, listPackageDistributions } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { OwnControl } from '../../../kit/form/formFields.ts';
import { EFFECTS, effectOf, givingWords } from '../../../parts/catalogue/distributionFields.tsx';
import { PriceOutcome, useCost } from '../../../parts/packages/PriceOutcome.tsx';
import { type Cost, priceOf } from '../../../parts/packages/packagePrices.ts';
import { priceFields, STOPS_SALE } from '../../../parts/packages/priceFields.ts';

const words = {
  outcome: text('改价后', 'After the change'),
  replaced: text('待生效的 {price} 将被替换，原定', 'Replaces {price}, which was to begin'),
};

export type Given = RowOf<typeof listPackageDistributions>;

function OutcomeField({ own, given, costNow }: { own: OwnControl; given: Given; costNow: Cost }) {
  const cost = useCost({ packageId: given.packageId, code: given.packageCode });
  // What it costs is known in the child's currency from its row alone.
  const known = { ...(cost ?? costNow), cost: costNow.cost };
  return (
    <PriceOutcome
      id={own.id}
      typed={own.values}
      cost={known}
      currency={given.currency}
      lowestBelow={given.lowestBelow}
    />
  );
}

export default function PriceForm(props: { given: Given; onClose: () => void }) {
  const t = useText();
  const { given } = props;
  // A package that cannot be given any more is no option; its row says what the caller pays, or what its own costs.
  const paid = given.paid ?? '0';
  const isCostKnown = given.paid === null && given.margin !== null;
  const minor = String(BigInt(given.reservePrice) - BigInt(given.margin ?? 0));
  const cost = isCostKnown ? { minor, currency: given.currency } : null;
  const costNow = { reservePrice: paid, floor: paid, cost };
  return (
    <FormDrawer
      endpoint={editPackagePrice}
      submit={verbs.reprice}
      title={t(givingWords.priceTitle, { name: given.customerName, code: given.packageCode })}
      labels={listPackageDistributions.fields}
      intro={
        given.nextFrom === null ? undefined : (
          <span>
            {t(words.replaced, { price: moneyAmount(given.nextReservePrice ?? '0') })} <TimeText at={given.nextFrom} />
          </span>
        )
      }
      fields={[
        ...priceFields(costNow, given.currency),
        {
          name: 'outcome',
          kind: 'own',
          label: words.outcome,
          control: (own) => <OutcomeField own={own} given={given} costNow={costNow} />,
        },
        ...EFFECTS,
      ]}
      initial={{
        by: 'reservePrice',
        reservePrice: typedAmount(given.reservePrice),
        minPrice: typedAmount(given.minPrice),
        suggestPrice: typedAmount(given.suggestPrice),
        effective: EffectiveType.values.now,
      }}
      toBody={(values) => ({ id: given.id, ...priceOf(values), ...effectOf(values) })}
      overrules={STOPS_SALE}
      done={t(givingWords.saved)}
      onClose={props.onClose}
    />
  );
}
