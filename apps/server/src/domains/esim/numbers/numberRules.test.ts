import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  NUMBER_FACTS,
  type NumberFact,
  type NumberStanding,
  placeOf,
  STEPS,
  standingAfter,
  stepsBy,
} from './numberRules.ts';

const STOCK: NumberStanding = {
  enableState: EsimEnableState.values.notEnabled,
  rspState: 'Available',
  isBound: false,
};
const facts = fc.array(fc.constantFrom(...NUMBER_FACTS), { maxLength: 30 });
const after = (told: readonly NumberFact[], from = STOCK) =>
  told.reduce((standing, fact) => standingAfter(standing, fact) ?? standing, from);
const ORDER = ['binding', 'linked', 'released'] as const;
const DOWNLOAD = ['eligible', 'downloaded', 'installed'] as const;

test('the way of the book: 0, 5, 4, 2, 0 on the chip, 1, and back', () => {
  const states = [];
  let standing = STOCK;
  for (const fact of [...ORDER, ...DOWNLOAD, 'enabled', 'disabled'] as const) {
    standing = after([fact], standing);
    states.push([standing.enableState, standing.rspState, standing.isBound]);
  }
  expect(states).toEqual([
    [5, 'Available', true],
    [5, 'Linked', true],
    [4, 'Released', true],
    [2, 'Released', true],
    [2, 'Downloaded', true],
    [0, 'Installed', true],
    [1, 'Installed', true],
    [0, 'Installed', true],
  ]);
});

test('whatever is told in whatever order, a number moves by the allowed steps only', () => {
  fc.assert(
    fc.property(facts, (told) => {
      let standing = STOCK;
      for (const fact of told) {
        const next = standingAfter(standing, fact);
        if (!next) continue;
        let place = placeOf(standing);
        for (const step of stepsBy(place, fact)) {
          expect(STEPS[place]).toContain(step);
          place = step;
        }
        expect(place).toBe(placeOf(next));
        standing = next;
      }
    }),
  );
});

test('the same told again changes nothing, and nothing leads back from invalid', () => {
  fc.assert(
    fc.property(facts, fc.constantFrom(...NUMBER_FACTS), (told, fact) => {
      const standing = after(told);
      const next = after([fact], standing);
      expect(standingAfter(next, fact)).toBeUndefined();
      if (placeOf(standing) === 'invalid') expect(next).toEqual(standing);
    }),
  );
});

test('the points of a download lead to the chip in any order and however often', () => {
  const shuffled = fc
    .tuple(
      fc.shuffledSubarray([...DOWNLOAD], { minLength: DOWNLOAD.length }),
      fc.array(fc.constantFrom(...DOWNLOAD), { maxLength: 5 }),
    )
    .map(([once, again]) => [...once, ...again]);
  fc.assert(
    fc.property(shuffled, (points) => {
      expect(placeOf(after([...ORDER, ...points]))).toBe('onChip');
    }),
  );
});

test('a number that runs is made invalid by its chip alone, and one on a chip is not cancelled', () => {
  const running = after([...ORDER, ...DOWNLOAD, 'enabled']);
  expect(standingAfter(running, 'unavailable')).toBeUndefined();
  expect(standingAfter(running, 'cancelled')).toBeUndefined();
  expect(placeOf(after(['deleted'], running))).toBe('invalid');
  expect(after(['cancelled'], after([...ORDER]))).toEqual(STOCK);
  expect(standingAfter(after([...ORDER, ...DOWNLOAD]), 'cancelled')).toBeUndefined();
});
