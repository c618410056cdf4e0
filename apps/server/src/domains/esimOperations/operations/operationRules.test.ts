import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import { EsimOperationKind } from '@cardinal/contract/enumerations/esim.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChipFacts, expiryOf, mayOperate, nextLook, progressOf, refusedKinds } from './operationRules.ts';

const { enabled, invalid, notEnabled } = EsimEnableState.values;
const chip = (...states: readonly EsimEnableState[]): ChipFacts => ({
  architecture: 'iot',
  isClosed: false,
  numbers: states.map((enableState, at) => ({ id: String(at + 1), enableState, isFallback: at === 1 })),
});
const outcome = (...asked: Parameters<typeof mayOperate>) => {
  const verdict = mayOperate(...asked);
  return verdict.kind === 'refused' ? verdict.code : verdict.kind;
};

test('what runs is not deleted, nor the last one, nor the fallback; a deleted one does not count', () => {
  expect(outcome('delete', chip(enabled, notEnabled), '1')).toBe('numberRuns');
  expect(outcome('delete', chip(notEnabled, invalid), '1')).toBe('onlyNumber');
  expect(outcome('delete', chip(enabled, notEnabled), '2')).toBe('fallback');
  expect(outcome('delete', chip(notEnabled, enabled), '1')).toBe('go');
  expect(outcome('enable', chip(enabled, invalid), '2')).toBe('notOnChip');
});

test('asked for what is so already, nothing is asked', () => {
  expect(outcome('enable', chip(enabled), '1')).toBe('already');
  expect(outcome('disable', chip(notEnabled), '1')).toBe('already');
  expect(outcome('setFallback', chip(enabled, notEnabled), '2')).toBe('already');
});

test('consumer chips are not switched from a server, those of SGP.02 not asked at all', () => {
  const kinds = EsimOperationKind.options.map(({ value }) => value);
  const on = (architecture: ChipFacts['architecture']) => ({ ...chip(notEnabled, enabled), architecture });
  expect(kinds.filter((kind) => outcome(kind, on('consumer'), '1') === 'go')).toEqual(['download']);
  expect(kinds.filter((kind) => outcome(kind, on('m2m'), '1') === 'go')).toEqual([]);
  expect(kinds.filter((kind) => outcome(kind, { ...on('iot'), isClosed: true }, '1') === 'go')).toEqual([]);
});

test('what a chip cannot be asked with any of its numbers is said with its reason', () => {
  const said = (facts: ChipFacts) => refusedKinds(facts).map(({ kind, words }) => `${kind}: ${words.en}`);
  expect(said(chip(enabled, notEnabled, notEnabled))).toEqual([]);
  expect(said(chip(enabled))).toEqual([
    'enable: No other number on the chip to switch to',
    'delete: The only usable number cannot be deleted',
  ]);
  expect(said(chip())).toEqual([
    'enable: No other number on the chip to switch to',
    'disable: No number enabled',
    'delete: No number on the chip can be deleted',
  ]);
  expect(refusedKinds({ ...chip(enabled), architecture: 'consumer' }).map(({ kind }) => kind)).toEqual([
    'enable',
    'disable',
    'delete',
    'audit',
  ]);
});

test('a download goes forward by its steps and by what is heard of it, and never back', () => {
  const steps = (['queued', 'ordered', 'released'] as const).map((state) => progressOf(state, []));
  expect([...steps, progressOf('released', ['1']), progressOf('released', ['1', '3'])]).toEqual([0, 20, 40, 60, 80]);
  expect(progressOf('failed', ['1'])).toBeNull();
});

test('looks come less and less often, and one of them at the expiry', () => {
  const asked = new Date('2026-11-21T02:00:00Z');
  const expiry = expiryOf('enable', asked);
  fc.assert(
    fc.property(fc.nat(60), fc.nat(86_399_999), (checks, sinceMs) => {
      const now = new Date(asked.getTime() + sinceMs);
      const next = nextLook(checks, now, expiry);
      expect(next.getTime()).toBeGreaterThan(now.getTime());
      expect(next.getTime()).toBeLessThanOrEqual(expiry.getTime());
    }),
  );
});
