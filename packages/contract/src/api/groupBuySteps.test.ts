import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addGroupBuyOffer } from './groupBuys/offers.ts';
import { stepsRule } from './groupBuys/stepRules.ts';

test('whatever a price is written as, steps are judged without a fault, and the price is refused at its place', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ from: fc.integer(), price: fc.string() })), (steps) => {
      stepsRule(steps);
    }),
  );
  const body = {
    ...(addGroupBuyOffer.example?.body as object),
    steps: [
      { from: 1, price: '500' },
      { from: 2, price: '__proto__' },
    ],
  };
  const paths = addGroupBuyOffer.body.safeParse(body).error?.issues.map(({ path }) => path.join('.'));
  expect(paths).toEqual(['steps.1.price']);
});
