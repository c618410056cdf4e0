import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChainStep, chainDown, isBroken } from './chainRules.ts';

const PATH = ['1', '2', '3', '4'];

/** What a customer of a tree of four levels may have, or not. */
const aStep = (at: number): fc.Arbitrary<ChainStep | undefined> =>
  fc.option(
    fc.record({
      customerId: fc.constant(PATH[at] as string),
      fromCustomerId: fc.constantFrom(...new Set([null, PATH[at - 1] ?? null, PATH[at - 1] ?? null, '9'])),
      state: fc.constantFrom('on', 'on', 'on', 'recalled'),
      reservePrice: fc.option(fc.nat(20).map(String), { nil: null, freq: 8 }),
      minPrice: fc.option(fc.nat(20).map(String), { nil: null, freq: 8 }),
    }),
    { nil: undefined, freq: 8 },
  );
const aTree = fc.tuple(...PATH.map((_, at) => aStep(at)));
const byCustomer = (tree: readonly (ChainStep | undefined)[]) =>
  new Map(tree.flatMap((step) => (step ? [[step.customerId, step] as const] : [])));

const given = (customerId: string, fromCustomerId: string | null, reserve: string | null, min = reserve) =>
  ({ customerId, fromCustomerId, state: 'on', reservePrice: reserve, minPrice: min }) as const;

test('a chain goes from the maker to the holder', () => {
  const steps = byCustomer([given('1', null, null), given('2', '1', '800'), given('3', '2', '900')]);
  expect(chainDown(['1', '2', '3'], steps)).toEqual([...steps.values()]);
  expect(chainDown(['1'], steps)).toEqual([steps.get('1')]);
  expect(chainDown(['1', '7'], steps)).toEqual({ why: 'recalled', at: '7' });
});

test('a loss anywhere breaks it, and names who pays too little', () => {
  const steps = byCustomer([
    given('1', null, null),
    given('2', '1', '800', '850'),
    given('3', '2', '849'),
    given('4', '3', '900'),
  ]);
  expect(chainDown(PATH, steps)).toEqual({ why: 'toReprice', at: '3' });
});

/** The same question asked downwards: is there a maker from whom every step holds? */
const holdsFrom = (steps: ReadonlyMap<string, ChainStep>) =>
  PATH.some((_, top) =>
    PATH.slice(top).every((id, down) => {
      const [step, above] = [steps.get(id), steps.get(PATH[top + down - 1] ?? '')];
      if (step?.state !== 'on') return false;
      if (down === 0) return step.fromCustomerId === null;
      const isPaid = step.reservePrice !== null && Number(step.reservePrice) >= Number(above?.minPrice ?? 0);
      return step.fromCustomerId === above?.customerId && isPaid;
    }),
  );

test('over random trees of four levels a chain is complete, without a loss, or broken', () => {
  let complete = 0;
  fc.assert(
    fc.property(aTree, (tree) => {
      const steps = byCustomer(tree);
      const chain = chainDown(PATH, steps);
      expect(!isBroken(chain)).toBe(holdsFrom(steps));
      if (isBroken(chain)) {
        expect(PATH).toContain(chain.at);
        return;
      }
      complete += 1;
      expect(chain.map((step) => step.customerId)).toEqual(PATH.slice(-chain.length));
      expect(chain[0]?.fromCustomerId).toBeNull();
    }),
    { numRuns: 5_000 },
  );
  expect(complete).toBeGreaterThan(100);
});
