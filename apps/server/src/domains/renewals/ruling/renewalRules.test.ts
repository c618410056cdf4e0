import { RenewalLimit } from '@cardinal/contract/enumerations/renewal.ts';
import { money } from '@cardinal/primitives/money.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { covers } from '../../customers/face.ts';
import { broken, daysLeft, isInForce, type OnCard, type Renewed, type Ruling } from './renewalRules.ts';

const TODAY = '2026-11-28';
const id = fc.constantFrom('1', '2', '3');
const ids = fc.uniqueArray(id, { maxLength: 3 });
const limits = fc.uniqueArray(fc.constantFrom(...RenewalLimit.options.map(({ value }) => value)), { minLength: 1 });
const ruling: fc.Arbitrary<Ruling> = fc.record({
  packageIds: ids,
  productCodes: fc.uniqueArray(fc.constantFrom('A', 'B'), { maxLength: 2 }),
  limits,
  listedIds: ids,
  months: fc.integer({ min: 1, max: 24 }),
  daysAhead: fc.integer({ min: 0, max: 90 }),
  minPrice: fc.integer({ min: 1, max: 5_000 }).map((minor) => money(BigInt(minor), 'CNY')),
});
const order: fc.Arbitrary<Renewed> = fc.record({
  packageId: id,
  months: fc.integer({ min: 1, max: 24 }),
  price: fc.option(
    fc.integer({ min: 0, max: 5_000 }).map((minor) => money(BigInt(minor), 'CNY')),
    { nil: undefined },
  ),
});
const card: fc.Arbitrary<OnCard> = fc.record({
  productCode: fc.option(fc.constantFrom('A', 'B', 'C')),
  isRealName: fc.boolean(),
  packageId: id,
  lastDay: fc.option(fc.constantFrom('2026-11-01', '2026-11-28', '2026-12-27', '2027-06-30')),
  waitingMonths: fc.integer({ min: 0, max: 24 }),
});

test('a limit that is added never lets more pass, and what it breaks is broken by itself', () => {
  fc.assert(
    fc.property(ruling, order, card, (rule, ordered, on) => {
      const all = broken(rule, ordered, on, TODAY);
      for (const limit of rule.limits)
        expect(all.includes(limit)).toBe(broken({ ...rule, limits: [limit] }, ordered, on, TODAY).length === 1);
    }),
  );
});

test('more months, more days ahead, a lower price and no real name are never judged more mildly', () => {
  fc.assert(
    fc.property(ruling, order, card, fc.integer({ min: 1, max: 12 }), (rule, ordered, on, more) => {
      const before = broken(rule, ordered, on, TODAY);
      const price = ordered.price && money(ordered.price.minor - BigInt(more), 'CNY');
      const worse = broken(
        rule,
        { ...ordered, price, months: ordered.months + more },
        { ...on, isRealName: false, waitingMonths: on.waitingMonths + more },
        TODAY,
      );
      for (const limit of before) expect(worse).toContain(limit);
    }),
  );
});

test('a rule is silent about products and packages it does not name', () => {
  fc.assert(
    fc.property(ruling, order, card, (rule, ordered, on) => {
      const isOfProduct = rule.productCodes.length === 0 || rule.productCodes.includes(on.productCode ?? '');
      const isNamed = (packageId: string) => rule.packageIds.length === 0 || rule.packageIds.includes(packageId);
      const found = broken(rule, ordered, on, TODAY);
      if (!isOfProduct) expect(found).toEqual([]);
      if (!isNamed(ordered.packageId)) expect(found).not.toContain('forbid');
      if (!isNamed(on.packageId))
        expect(found.filter((each) => each === 'samePackage' || each === 'listed')).toEqual([]);
    }),
  );
});

test('a price that is unknown or in another currency is compared with nothing', () => {
  const rule = { packageIds: [], productCodes: [], limits: ['minPrice'], listedIds: [] } as const;
  const limited: Ruling = { ...rule, months: null, daysAhead: null, minPrice: money(1_000n, 'CNY') };
  const on: OnCard = { productCode: null, isRealName: false, packageId: '1', lastDay: null, waitingMonths: 0 };
  const at = (price: Renewed['price']) => broken(limited, { packageId: '1', months: 1, price }, on, TODAY);
  expect(at(undefined)).toEqual([]);
  expect(at(money(1n, 'USD'))).toEqual([]);
  expect(at(money(999n, 'CNY'))).toEqual(['minPrice']);
  expect(at(money(1_000n, 'CNY'))).toEqual([]);
});

test('days left are counted by days, and are none once the service is over', () => {
  expect([daysLeft(null, TODAY), daysLeft('2026-11-01', TODAY), daysLeft(TODAY, TODAY)]).toEqual([0, 0, 0]);
  expect([daysLeft('2026-11-29', TODAY), daysLeft('2026-12-28', TODAY)]).toEqual([1, 30]);
});

test('the first and the last day of a rule are within it', () => {
  const days = { fromDay: '2026-11-28', toDay: '2026-11-30' };
  expect(['2026-11-27', '2026-11-28', '2026-11-30', '2026-12-01'].map((day) => isInForce(days, day))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isInForce({ fromDay: null, toDay: null }, TODAY)).toBe(true);
});

test('a rule binds its owner and all below, never beside or above, and customers it names within that only', () => {
  const paths = ['1/', '1/10/', '1/10/12/', '1/20/', '1/100/'];
  const bound = (ownerPath: string, customerPaths: string[] | null) =>
    paths.filter((path) => covers({ ownerPath, customerPaths }, path));
  expect(bound('1/10/', null)).toEqual(['1/10/', '1/10/12/']);
  expect(bound('1/', ['1/20/'])).toEqual(['1/20/']);
  expect(bound('1/10/', ['1/20/'])).toEqual([]);
  expect(bound('1/10/', [])).toEqual([]);
});
