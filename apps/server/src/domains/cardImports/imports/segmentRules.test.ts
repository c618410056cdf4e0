import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { iccidsOf, keyOf, overlapOf } from './segmentRules.ts';

const key = (n: number, length = 19) => String(n).padStart(length, '0');
const segments = fc.array(fc.record({ start: fc.nat(2_000), span: fc.nat(60), length: fc.constantFrom(19, 20) }), {
  maxLength: 30,
});

test('two segments overlap exactly where they share a number of one length', () => {
  fc.assert(
    fc.property(segments, (made) => {
      const keyed = made.map(({ start, span, length }, at) => ({
        start: key(start, length),
        end: key(start + span, length),
        row: at + 1,
      }));
      const meet = (one: (typeof keyed)[0], other: (typeof keyed)[0]) =>
        one.start.length === other.start.length && one.start <= other.end && other.start <= one.end;
      const isAny = keyed.some((one, at) => keyed.slice(at + 1).some((other) => meet(one, other)));
      const found = overlapOf(keyed);
      expect(found !== undefined).toBe(isAny);
      if (found) {
        expect(meet(...found)).toBe(true);
        expect(found[0].row).toBeLessThan(found[1].row);
      }
    }),
  );
});

test('the cards of a Unicom segment carry their check digits; the others are the numbers themselves', () => {
  const unicom = { start: `898606${key(1, 13)}`, end: `898606${key(3, 13)}` };
  expect([...iccidsOf(unicom, 1)]).toEqual([1, 2, 3].map((n) => withCheckDigit(`898606${key(n, 13)}`)));
  const mobile = { start: `898604${key(8, 14)}`, end: `898604${key(10, 14)}` };
  expect([...iccidsOf(mobile, 2)]).toEqual([8, 9, 10].map((n) => `898604${key(n, 14)}`));
  expect(keyOf('89860600000000000015', 1)).toBe('8986060000000000001');
  expect(keyOf('89860400000000000015', 2)).toBe('89860400000000000015');
});
