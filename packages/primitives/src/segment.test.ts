import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLATFORM, type PlatformId } from './iccid.ts';
import { problemOf } from './problem.ts';
import {
  countOf,
  isInSegment,
  numbersOf,
  type SegmentOptions,
  segmentGroupRule,
  segmentGroupSchema,
  segmentRule,
  segmentSchema,
  spanOf,
} from './segment.ts';
import { say } from './text.ts';

const english = (start: string, end: string, options?: SegmentOptions) => {
  const found = segmentRule(options)({ start, end });
  return found && say(found.text, 'en', found.facts);
};
/** A number of the required length: the prefix, zeros, then the given digits. */
const number = (prefix: string, tail: string, length = 20) => prefix + tail.padStart(length - prefix.length, '0');

describe('the segment rule', () => {
  it('wants both ends', () => {
    expect(english('', number('898600', '1'))).toBe('Please enter the start number');
    expect(english(number('898600', '1'), '')).toBe('Please enter the end number');
    expect(english('abc', number('898600', '1'))).toBe('Please enter the start number');
  });

  it('wants ends of one length', () => {
    expect(english(number('898603', '1', 19), number('898603', '2', 20))).toBe(
      'Start and end must have the same length',
    );
  });

  it('strips what is no digit', () => {
    expect(english('8986 0000-0000 0000 0001', '89860000000000000002', { platform: PLATFORM.Yd })).toBeUndefined();
    expect(english('8986042000A0000000001', '8986042000A0000000002')).toBeUndefined();
    expect(english('8986042000AB00000001', '8986042000AB00000002')).toBe('Wrong number of digits; must be 20');
  });

  it('does not cross carriers', () => {
    expect(english(number('898600', '1'), number('898603', '2'))).toBe('A segment cannot span carriers');
    expect(english(number('898600', '1'), number('898612', '2'))).toBe('A segment cannot span carriers');
    // Two prefixes of one carrier count as one; the span then refuses it.
    expect(english(number('898601', '1'), number('898606', '2'))).toMatch(/^Segment span cannot exceed/);
  });

  it('matches the chosen carrier', () => {
    const yd = [number('898600', '1'), number('898600', '2')] as const;
    expect(english(...yd, { platform: PLATFORM.Yd })).toBeUndefined();
    for (const platform of [PLATFORM.Lt, PLATFORM.Dx] as PlatformId[]) {
      expect(english(...yd, { platform })).toBe('The segment does not match the selected carrier');
    }
    for (const platform of [PLATFORM.Gj, PLATFORM.other, PLATFORM.thirdParty, PLATFORM.eSIM] as PlatformId[]) {
      expect(english(...yd, { platform })).toBeUndefined();
    }
    const unknown = [number('898608', '1'), number('898608', '2')] as const;
    expect(english(...unknown, { platform: PLATFORM.Yd })).toBe('The segment does not match the selected carrier');
    expect(english(...unknown)).toBeUndefined();
  });

  it.each([
    ['Gj', PLATFORM.Gj, '894401', [19, 20, 32]],
    ['Lt', PLATFORM.Lt, '898606', [19, 20]],
    ['Yd', PLATFORM.Yd, '898600', [20]],
    ['Dx', PLATFORM.Dx, '898611', [19, 20]],
    ['other', PLATFORM.other, '898199', [19, 20]],
  ] as [string, PlatformId, string, number[]][])(
    '%s takes numbers of the right size only',
    (_name, platform, prefix, sizes) => {
      for (let length = 17; length <= 33; length++) {
        const found = english(number(prefix, '10', length), number(prefix, '20', length), { platform });
        expect(found === undefined, `${length} digits`).toBe(sizes.includes(length));
      }
    },
  );

  it('takes the size of Yd from the prefix when no carrier is chosen', () => {
    expect(english(number('898607', '1', 19), number('898607', '2', 19))).toBe('Wrong number of digits; must be 20');
  });

  it.each([
    ['eid', 4, 32],
    ['iccidOrMapping', 4, 20],
  ] as const)('%s takes %s to %s digits of any prefix', (kind, min, max) => {
    for (let length = 2; length <= 34; length++) {
      const found = english('1'.padStart(length, '0'), '2'.padStart(length, '0'), { kind });
      expect(found === undefined, `${length} digits`).toBe(length >= min && length <= max);
    }
    expect(english('8986000001', '8986030001', { kind, rangMax: 1e9 })).toBeUndefined();
  });

  it('does not run backwards', () => {
    expect(english(number('898600', '2'), number('898600', '1'))).toBe('End number cannot be less than start number');
    expect(english(number('898600', '2'), number('898600', '2'))).toBeUndefined();
  });

  it('spans at most 10,000 unless told otherwise, measured as end minus start', () => {
    const start = number('898600', '5');
    expect(english(start, number('898600', '10005'))).toBeUndefined();
    expect(english(start, number('898600', '10006'))).toBe('Segment span cannot exceed 10000; it is 10001');
    expect(english(start, number('898600', '15'), { rangMax: 10 })).toBeUndefined();
    expect(english(start, number('898600', '16'), { rangMax: 10 })).toBeDefined();
  });

  it('compares the first 19 digits of Lt numbers: the check digit counts for nothing', () => {
    const [start, end] = ['89860600000000000015', '89860600000000100014'];
    expect(spanOf({ start, end }, PLATFORM.Lt)).toBe(10_000n);
    expect(english(start, end, { platform: PLATFORM.Lt })).toBeUndefined();
    expect(english(start, end)).toBeUndefined();
    // Smaller only by the check digit.
    expect(english('89860600000000000019', '89860600000000000010', { platform: PLATFORM.Lt })).toBeUndefined();
    expect(english('89860600000000000029', '89860600000000000010', { platform: PLATFORM.Lt })).toBeDefined();
  });
});

describe('the numbers of a segment', () => {
  const segmentOf = fc
    .record({ prefix: fc.constantFrom('898600', '898606', '898603'), from: fc.nat(99_000), span: fc.nat(300) })
    .map(({ prefix, from, span }) => ({
      start: number(prefix, String(from), 19),
      end: number(prefix, String(from + span), 19),
      span,
    }));

  it('are as many as are counted, in order, each of them inside, their neighbours not', () => {
    fc.assert(
      fc.property(segmentOf, ({ start, end, span }) => {
        const all = [...numbersOf({ start, end })];
        expect(all).toHaveLength(span + 1);
        expect(countOf({ start, end })).toBe(span + 1);
        expect([all[0], all.at(-1)]).toEqual([start, end]);
        expect(all.every((one) => isInSegment(one, { start, end }))).toBe(true);
        expect(isInSegment(String(BigInt(end) + 1n), { start, end })).toBe(false);
        expect(isInSegment(String(BigInt(start) - 1n), { start, end })).toBe(false);
      }),
    );
  });

  it('keep leading zeros', () => {
    expect([...numbersOf({ start: '0098', end: '0101' })]).toEqual(['0098', '0099', '0100', '0101']);
  });

  it('find an Lt card by 19 or 20 digits', () => {
    const segment = { start: '89860600000000000015', end: '89860600000000000055' };
    expect([...numbersOf(segment)]).toHaveLength(5);
    expect(isInSegment('8986060000000000003', segment)).toBe(true);
    expect(isInSegment('89860600000000000039', segment)).toBe(true);
    expect(isInSegment('89860600000000000069', segment)).toBe(false);
    expect(isInSegment('8986060000000000003A', segment)).toBe(false);
    expect(isInSegment('898606000000000000', segment)).toBe(false);
  });
});

describe('the group of segments', () => {
  const good = { start: number('898600', '1'), end: number('898600', '9') };
  const bad = { start: number('898600', '9'), end: number('898600', '1') };
  const said = (rows: { start: string; end: string }[]) => {
    const found = segmentGroupRule()(rows);
    return found && [say(found.text, 'zh_CN', found.facts), say(found.text, 'en', found.facts)];
  };

  it('needs a row', () => expect(said([])).toEqual(['至少填写一行号段', 'Enter at least one segment']));
  it('passes when every row does', () => expect(said([good, good])).toBeUndefined());
  it('names the first bad row', () => {
    expect(said([good, bad, bad])).toEqual([
      '第 2 行：结束号码不能小于起始号码',
      'Row 2: End number cannot be less than start number',
    ]);
  });
  it('takes 100 rows', () => {
    expect(said(new Array(100).fill(good))).toBeUndefined();
    expect(said(new Array(101).fill(good))?.[1]).toBe('At most 100 segments');
  });
});

describe('segments in a request', () => {
  it('are called startIccid and endIccid, and come out as digits', () => {
    const schema = segmentSchema({ platform: PLATFORM.Yd });
    expect(schema.parse({ startIccid: '8986 0000 0000 0000 0001', endIccid: '89860000000000000002' })).toEqual({
      startIccid: '89860000000000000001',
      endIccid: '89860000000000000002',
    });
  });

  it('may be called otherwise, and say their problem where it belongs', () => {
    const schema = segmentSchema({ kind: 'eid', fields: { start: 'eidFrom', end: 'eidTo' } });
    const result = schema.safeParse({ eidFrom: '0009', eidTo: '0001' });
    const issue = result.error!.issues[0]!;
    expect(issue.path).toEqual(['eidTo']);
    expect(problemOf(issue)?.text.en).toBe('End number cannot be less than start number');
    expect(schema.safeParse({ eidFrom: '0001', eidTo: '0009', more: 1 }).success).toBe(false);
    const parsed: { eidFrom: string; eidTo: string } = schema.parse({ eidFrom: '0001', eidTo: '0009' });
    expect(parsed.eidTo).toBe('0009');
  });

  it('say the row and the end in a group', () => {
    const row = { startIccid: number('898600', '1'), endIccid: number('898600', '9') };
    const result = segmentGroupSchema().safeParse([row, { ...row, startIccid: '' }]);
    expect(result.error!.issues[0]!.path).toEqual([1, 'startIccid']);
    expect(segmentGroupSchema().safeParse([]).success).toBe(false);
    expect(segmentGroupSchema().parse([row])).toEqual([row]);
  });
});
