import { CardSize } from '@cardinal/contract/enumerations/card.ts';
import { ImeiLock } from '@cardinal/contract/enumerations/product.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBelowFloor } from '../distributing/priceRules.ts';
import { beyondBase, changesBetween, gapsOf, type ProductTerms } from './productRules.ts';

const sizes = CardSize.options.map(({ value }) => value);
const terms = (more: Partial<ProductTerms> = {}): ProductTerms => ({
  name: '物联网卡',
  carrierAccountId: '101',
  kind: 1,
  sizes: [1, 3],
  communicationPlan: 'DATA',
  ratePlan: null,
  apn: null,
  businessMode: 2,
  realNameMode: null,
  realNameChannel: null,
  imeiLock: 'firstSeen',
  testDays: 7,
  silentDays: 90,
  serviceYears: 5,
  cardPrice: null,
  ...more,
});

const narrower = (base: ProductTerms) =>
  fc.record({
    sizes: fc.subarray([...base.sizes], { minLength: 1 }),
    testDays: fc.integer({ min: 0, max: base.testDays }),
    silentDays: fc.integer({ min: 0, max: base.silentDays }),
    serviceYears: fc.integer({ min: 1, max: base.serviceYears ?? 30 }),
    imeiLock: fc.constantFrom(
      ...ImeiLock.options
        .map(({ value }) => value)
        .slice(ImeiLock.options.findIndex(({ value }) => value === base.imeiLock)),
    ),
    name: fc.constantFrom('甲', '乙'),
    cardPrice: fc.option(fc.nat().map(String)),
  });
const any = fc
  .record({
    sizes: fc.subarray(sizes, { minLength: 1 }),
    testDays: fc.integer({ min: 0, max: 365 }),
    silentDays: fc.integer({ min: 0, max: 3_650 }),
    serviceYears: fc.option(fc.integer({ min: 1, max: 30 })),
    imeiLock: fc.constantFrom(...ImeiLock.options.map(({ value }) => value)),
  })
  .map(terms);

test('whatever only narrows is within its base, and so is what narrows that', () => {
  fc.assert(
    fc.property(
      any.chain((base) => narrower(base).map((less) => [base, { ...base, ...less }] as const)),
      ([base, variant]) => {
        expect([...beyondBase(variant, base)]).toEqual([]);
      },
    ),
  );
  fc.assert(
    fc.property(any, any, any, (a, b, c) => {
      if (beyondBase(b, a).size + beyondBase(c, b).size === 0) expect([...beyondBase(c, a)]).toEqual([]);
    }),
  );
});

test('each widening is told at its own term', () => {
  const wide: [Partial<ProductTerms>, string][] = [
    [{ sizes: [1, 2] }, 'sizes'],
    [{ testDays: 8 }, 'testDays'],
    [{ silentDays: 91 }, 'silentDays'],
    [{ serviceYears: null }, 'serviceYears'],
    [{ serviceYears: 6 }, 'serviceYears'],
    [{ imeiLock: 'none' }, 'imeiLock'],
    [{ carrierAccountId: '102' }, 'carrierAccountId'],
    [{ kind: 2 }, 'kind'],
    [{ communicationPlan: 'OTHER' }, 'communicationPlan'],
  ];
  for (const [change, term] of wide) expect([...beyondBase(terms(change), terms()).keys()]).toEqual([term]);
  expect([...beyondBase(terms(), terms({ realNameMode: 1, realNameChannel: 2 })).keys()]).toEqual([
    'realNameMode',
    'realNameChannel',
  ]);
  expect(beyondBase(terms({ realNameMode: 1 }), terms()).size).toBe(0);
});

test('differences name the terms that changed; the order of sizes is none', () => {
  expect(changesBetween(terms(), terms({ sizes: [3, 1] }))).toEqual([]);
  expect(changesBetween(terms(), terms({ testDays: 3, apn: 'iot' }))).toEqual([
    { term: 'apn', from: null, to: 'iot' },
    { term: 'testDays', from: 7, to: 3 },
  ]);
  fc.assert(
    fc.property(any, (one) => {
      expect(changesBetween(one, one)).toEqual([]);
    }),
  );
});

test('what keeps a product from being sold', () => {
  expect(gapsOf(terms(), { isAccountOff: false })).toEqual([]);
  expect(gapsOf(terms({ communicationPlan: null }), { isAccountOff: true })).toEqual(['communicationPlan', 'account']);
  expect(gapsOf(terms(), { isAccountOff: false, base: terms({ testDays: 3 }) })).toEqual(['base']);
  expect(gapsOf(terms(), { isAccountOff: false, base: 'gone' })).toEqual(['baseGone']);
});

test('a price is compared as a whole amount, beyond what a number holds', () => {
  expect(isBelowFloor('99', '100')).toBe(true);
  expect(isBelowFloor('100', '100')).toBe(false);
  expect(isBelowFloor('0', null)).toBe(false);
  expect(isBelowFloor('9007199254740992', '9007199254740993')).toBe(true);
});
