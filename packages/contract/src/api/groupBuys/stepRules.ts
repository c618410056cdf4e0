import { problem, type Rule } from '@cardinal/primitives/problem.ts';

/** From so many codes at once, each costs so much. */
export type PriceStep = { readonly from: number; readonly price: string };

const NOT_RISING = problem('数量须逐级增加', 'Counts must rise from step to step');
const NOT_FALLING = problem('价格须逐级降低', 'Prices must fall from step to step');

const isWhole = ({ price }: PriceStep): boolean => /^\d{1,30}$/.test(price);

/** Steps rise in count and fall in price. It is asked beside the rules of each step: a price that is none is left to those. */
export const stepsRule: Rule<readonly PriceStep[]> = (steps) => {
  const pairs = steps.slice(1).map((step, at) => [steps[at] as PriceStep, step] as const);
  if (pairs.some(([before, step]) => step.from <= before.from)) return NOT_RISING;
  if (steps.every(isWhole) && pairs.some(([before, step]) => BigInt(step.price) >= BigInt(before.price)))
    return NOT_FALLING;
  return undefined;
};

/** The price of one code where so many are bought at once; undefined below the first step. */
export const priceAt = (steps: readonly PriceStep[], count: number): bigint | undefined => {
  const step = steps.findLast(({ from }) => count >= from);
  return step && BigInt(step.price);
};
