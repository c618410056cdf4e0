import { expect, test } from 'vitest';
import type { CarrierRatePlan } from '../../carriers/face.ts';
import { type Comparable, findingOf } from './checkRules.ts';

const here: Comparable = { code: 'A', name: '1 GB 月包', bytes: '1024', unit: 1, count: 1 };
const plan = (given: Partial<CarrierRatePlan> = {}): CarrierRatePlan => ({
  code: 'A',
  name: '1GB月包',
  bytes: '1024',
  period: { unit: 'month', count: 1 },
  ...given,
});
const said = (plans: readonly CarrierRatePlan[], of = here) => {
  const { result, differing } = findingOf(of, plans);
  return [result, ...differing];
};

test('what both tell is compared: allowance, period, and the name but for its spaces', () => {
  expect(said([plan()])).toEqual(['same']);
  expect(said([plan({ name: 'Monthly' })])).toEqual(['nameDiffers', 'name']);
  expect(said([plan({ bytes: '2048', name: 'Monthly' })])).toEqual(['differs', 'allowance', 'name']);
  expect(said([plan({ period: { unit: 'day', count: 30 } })])).toEqual(['differs', 'period']);
  expect(said([plan({ period: { unit: 'month', count: 12 } })])).toEqual(['differs', 'period']);
  expect(said([plan({ bytes: '0' })], { ...here, bytes: '0' })).toEqual(['same']);
});

test('a code that is not listed is missing, whatever stands beside it', () => {
  expect(said([])).toEqual(['missing']);
  expect(said([plan({ code: 'a' }), plan({ code: 'AA' })])).toEqual(['missing']);
});

test('what the carrier does not tell is no difference and no agreement', () => {
  expect(said([plan({ bytes: null, period: null, name: null })])).toEqual(['noAllowance']);
  expect(said([plan({ bytes: null })])).toEqual(['noAllowance']);
  expect(said([plan({ bytes: null, period: { unit: 'day', count: 1 } })])).toEqual(['differs', 'period']);
  expect(said([plan({ period: null, name: null })])).toEqual(['same']);
  expect(said([plan()], { ...here, bytes: null })).toEqual(['differs', 'allowance']);
});

test('of plans that share the code the one that differs is told', () => {
  expect(said([plan(), plan({ bytes: '9' })])).toEqual(['differs', 'allowance']);
  expect(said([plan(), plan({ bytes: null, period: null })])).toEqual(['noAllowance']);
  expect(said([plan(), plan()])).toEqual(['same']);
});
