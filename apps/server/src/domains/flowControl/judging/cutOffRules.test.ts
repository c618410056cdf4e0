import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AGAIN_AFTER_MS, type CutOff, nextCutOff } from './cutOffRules.ts';

const now = new Date('2026-11-28T10:00:00Z');
const rows = fc.option(
  fc.record<CutOff>({
    to_on: fc.boolean(),
    state: fc.constantFrom('waiting', 'standing', 'refused'),
    state_at: fc.integer({ min: 0, max: 2 * AGAIN_AFTER_MS }).map((ago) => new Date(+now - ago)),
  }),
  { nil: undefined },
);
const facts = fc.record({
  isHeld: fc.boolean(),
  dataOn: fc.constantFrom(true, false, null),
  isOpen: fc.boolean(),
  row: rows,
});

test('data is switched off only while a rule holds it off, and on only where a rule had switched it off', () => {
  fc.assert(
    fc.property(facts, (of) => {
      const next = nextCutOff({ ...of, now });
      if (next === 'switchOff') expect(of.isHeld && of.dataOn !== false).toBe(true);
      if (next === 'switchOn') expect(!of.isHeld && of.row !== undefined && of.dataOn === false).toBe(true);
      if (of.isOpen || of.row?.state === 'waiting') expect(next).toBe('keep');
    }),
  );
});

test('whatever is refused, data that no rule holds off is asked for again within the hour', () => {
  fc.assert(
    fc.property(facts, (of) => {
      if (of.isHeld || of.isOpen || of.row === undefined || of.row.state === 'waiting' || of.dataOn !== false) return;
      const later = new Date(+of.row.state_at + AGAIN_AFTER_MS);
      expect(nextCutOff({ ...of, now: later })).toBe('switchOn');
    }),
  );
});
