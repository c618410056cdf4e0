import {
  listHeldPackages,
  listPackageDistributions,
  packageOptions,
} from '@cardinal/contract/api/packages/packageDistributions.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import type { Values } from '../../kit/form/formFields.ts';
import { useRead } from '../../kit/useRead.ts';
import { type Cost, costOf, isMakers, outcomeOf } from './packagePrices.ts';

const { fields } = listPackageDistributions;

const words = {
  childPays: text('下级结算价', 'Child pays'),
  below: text('低于可定的最低价 {floor}', 'Below the least you may charge, {floor}'),
  cost: text('我的成本', 'My cost'),
  belowCost: text('低于我的成本：每卖一份都亏损', 'Below your cost: each sale loses money'),
  loss: text(
    '下级最低转售价 {price} 低于新限价：保存时须确认停止其销售',
    'The child’s lowest resale price {price} is below the new floor: saving asks whether to stop that sale',
  ),
};

/** Read by its code where it is not known yet; undefined also for a package that cannot be given. */
export function useCost(of: { readonly packageId: string; readonly code: string }, known?: Cost): Cost | undefined {
  const { data } = useRead(packageOptions, known === undefined && { keyword: of.code });
  const found = data?.find(({ id }) => id === of.packageId);
  return known ?? (found && costOf(found));
}

/** What a price comes to while it is typed: what the child pays, and what is left for the caller. */
export function PriceOutcome(props: {
  id?: string;
  typed: Values;
  cost: Cost | undefined;
  /** The children’s; undefined while it is not known, or not one. */
  currency: string | undefined;
  lowestBelow?: string | null;
}) {
  const t = useText();
  const { cost, lowestBelow } = props;
  const outcome = cost && outcomeOf(props.typed, cost, props.currency);
  // What is given by others is refused below what the caller pays; an own package may be sold at a loss.
  const isLoss = Boolean(cost?.cost) && outcome?.margin !== undefined && outcome.margin < 0n;
  const isBelow = cost !== undefined && outcome !== undefined && outcome.reserve < BigInt(cost.floor);
  return (
    <Stack as="output" id={props.id} gap="xs" size="s" ink="secondary" aria-live="polite">
      <Inline gap="m">
        {cost?.cost ? (
          <span>
            {t(words.cost)} <Money {...cost.cost} showCurrency />
          </span>
        ) : null}
        {cost && !isMakers(cost) ? (
          <span>
            {t(listHeldPackages.fields.reservePrice.label)} <Money minor={cost.reservePrice} />
          </span>
        ) : null}
        {outcome ? (
          <>
            <span>
              {t(words.childPays)} <Money minor={outcome.reserve} />
            </span>
            {outcome.margin === undefined ? null : (
              <span>
                {t(fields.margin.label)} <Money minor={outcome.margin} />
              </span>
            )}
          </>
        ) : null}
      </Inline>
      {isLoss ? <Span ink="warning">{t(words.belowCost)}</Span> : null}
      {isBelow ? <Span ink="warning">{t(words.below, { floor: moneyAmount(cost.floor) })}</Span> : null}
      {outcome && lowestBelow && BigInt(lowestBelow) < outcome.floor ? (
        <Span ink="warning">{t(words.loss, { price: moneyAmount(lowestBelow) })}</Span>
      ) : null}
    </Stack>
  );
}
