import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueOf, isOverruled, nextSpeed, type Speeds, type Standing, slower, stepOn } from './speedRules.ts';

const STEPS = [null, 2048, 512, 128] as const;
const periods = fc.constantFrom('2026-11', '2026-12');
const step = fc.integer({ min: 0, max: 3 });
const speed = fc.constantFrom(null, 128, 512, 1024, 2048);

const from = (readings: readonly { period: string; step: number }[]) =>
  readings.reduce<{ now: Standing | undefined; fired: string[] }>(
    ({ now, fired }, each) => {
      const { fires, ...next } = stepOn(now, { ...each, kbps: STEPS[each.step] ?? null });
      return { now: next, fired: fires ? [...fired, `${next.period} ${next.step}`] : fired };
    },
    { now: undefined, fired: [] },
  );

test('within a period a step fires once and a speed never rises, whatever readings are corrected; another period begins anew', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ period: periods, step }), { minLength: 1, maxLength: 12 }), (given) => {
      // Periods follow each other.
      const readings = given.toSorted((a, b) => a.period.localeCompare(b.period));
      const { now, fired } = from(readings);
      expect(new Set(fired).size).toBe(fired.length);
      const last = readings.at(-1);
      const own = readings.filter(({ period }) => period === last?.period).map((each) => each.step);
      expect(now?.step).toBe(Math.max(...own));
      expect(now?.dueKbps).toBe(STEPS[Math.max(...own)] ?? null);
    }),
  );
});

test('a step that a person lifted limits no more, the next one does; an exempt card is not limited up to its last day', () => {
  const at = { period: '2026-11', step: 1, dueKbps: 512, passedStep: 1, exemptUntil: null };
  expect(dueOf(at, '2026-11-20')).toBeNull();
  const next = stepOn(at, { period: '2026-11', step: 2, kbps: 128 });
  expect(dueOf({ ...next, exemptUntil: null }, '2026-11-20')).toBe(128);
  expect(dueOf({ ...next, exemptUntil: '2026-11-20' }, '2026-11-20')).toBeNull();
  expect(dueOf({ ...next, exemptUntil: '2026-11-19' }, '2026-11-20')).toBe(128);
});

/** A carrier that does what it is asked, and people who now and then set a speed themselves. */
const wish = fc.oneof(fc.record({ due: speed }), fc.record({ manual: speed }));

test('whatever rules want and people set: the card comes to the lowest of both, and a person’s limit is never lifted by a rule', () => {
  fc.assert(
    fc.property(fc.array(wish, { minLength: 1, maxLength: 15 }), (wishes) => {
      let known: Speeds = {
        due: null,
        confirmed: null,
        held: null,
        manual: null,
        asked: null,
        state: 'idle',
        isOpen: false,
      };
      let ofPeople: number | null = null;
      for (const each of wishes) {
        // What a card has already is not asked for.
        if ('manual' in each && each.manual === known.confirmed) continue;
        if ('manual' in each) {
          known = { ...known, confirmed: each.manual };
          ofPeople = each.manual;
        } else known = { ...known, due: each.due };
        // A person who sets a speed lifts the steps reached so far.
        if (isOverruled(known)) known = { ...known, due: null };
        for (let round = 0; round < 3; round += 1) {
          const next = nextSpeed(known);
          known = { ...known, manual: next.manual, held: next.held };
          if (next.kind !== 'ask') {
            if (next.kind === 'keep') known = { ...known, state: next.held === null ? 'idle' : 'confirmed' };
            continue;
          }
          const isOurs = next.to !== 0 && next.to !== next.manual;
          known = {
            ...known,
            asked: next.to,
            confirmed: next.to || null,
            held: isOurs ? next.to : null,
            state: isOurs ? 'confirmed' : 'idle',
          };
        }
        expect(known.confirmed).toBe(slower(known.due, ofPeople));
      }
    }),
  );
});

test('while a change is under way, and after a refusal of the same speed, nothing is asked', () => {
  const waits: Speeds = {
    due: 128,
    confirmed: null,
    held: null,
    manual: null,
    asked: 512,
    state: 'waiting',
    isOpen: false,
  };
  expect(nextSpeed(waits).kind).toBe('wait');
  expect(nextSpeed({ ...waits, state: 'idle', isOpen: true }).kind).toBe('wait');
  expect(nextSpeed({ ...waits, state: 'refused', asked: 128 }).kind).toBe('keep');
  expect(nextSpeed({ ...waits, state: 'refused', asked: 512 })).toMatchObject({ kind: 'ask', to: 128 });
});
