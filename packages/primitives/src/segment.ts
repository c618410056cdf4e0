import * as z from 'zod';
import { LT_COMPARED, PLATFORM, type PlatformId, platformOfIccid } from './iccid.ts';
import { LIST_MAX, said } from './list.ts';
import { type Problem, problem, type Rule, ruled } from './problem.ts';

/** Numbers from `start` to `end`, both inclusive. */
export type Segment = { readonly start: string; readonly end: string };

/** The type of number. `iccidOrMapping` is the field that takes an ICCID, part of one, or a mapping number. */
export type SegmentKind = 'iccid' | 'eid' | 'iccidOrMapping';

export type SegmentOptions = {
  kind?: SegmentKind;
  /** The chosen carrier; without it the two ends must only agree with each other. */
  platform?: PlatformId;
  /** The maximum span, `end - start`; 10,000 by default. */
  rangMax?: number;
};

export const RANG_MAX = 10_000;

/** The default names of the two ends in a request or a form. */
export const SEGMENT_FIELDS = { start: 'startIccid', end: 'endIccid' } as const;

/** The end that a problem belongs to; one that concerns both is at the end. */
type Found = { readonly at: keyof Segment; readonly found: Problem };

const missingStart = problem('请输入起始号码', 'Please enter the start number');
const missingEnd = problem('请输入结束号码', 'Please enter the end number');
const differentLength = problem('起止号码长度须一致', 'Start and end must have the same length');
const crossesPlatforms = problem('号段不能跨运营商', 'A segment cannot span carriers');
const otherPlatform = problem('号段与所选运营商不一致', 'The segment does not match the selected carrier');
const reversed = problem('结束号码不能小于起始号码', 'End number cannot be less than start number');

const wrongSize = (lengths: string): Problem =>
  problem('号码位数不正确，应为 {lengths} 位', 'Wrong number of digits; must be {lengths}', { lengths });
const tooWide = (max: number, span: bigint): Problem =>
  problem('号段跨度不能超过 {max}，现为 {span}', 'Segment span cannot exceed {max}; it is {span}', { max, span });

/** Segments are numeric ranges, so only digits are kept. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '');

/** The rule of a number segment, applied to digits only, as after `digitsOf`. */
export function segmentRule(options: SegmentOptions = {}): Rule<Segment> {
  return (segment) => findProblem(segment, options)?.found;
}

/** The rule of several segments: at least one row, all valid; an invalid one is named by its number from 1. */
export function segmentGroupRule(options: SegmentOptions & { maxRows?: number } = {}): Rule<readonly Segment[]> {
  return (rows) => findRowProblem(rows, options)?.found;
}

/** The error of a segment, and its field. */
export function segmentProblem(
  segment: Segment,
  options: SegmentOptions = {},
): { readonly field: string; readonly problem: Problem } | undefined {
  const found = findProblem(segment, options);
  return found && { field: SEGMENT_FIELDS[found.at], problem: found.found };
}

/** A segment in a request: both ends under configurable names, stripped to digits, a problem at the end it belongs to. */
export function segmentSchema<Start extends string = 'startIccid', End extends string = 'endIccid'>(
  options: SegmentOptions & { fields?: { start: Start; end: End } } = {},
) {
  const { start, end } = options.fields ?? (SEGMENT_FIELDS as { start: Start; end: End });
  const shape = { [start]: numberOfSegment, [end]: numberOfSegment } as Record<Start | End, typeof numberOfSegment>;
  return z.strictObject(shape).check((payload) => {
    const ends = payload.value as Record<string, string>;
    const problemThere = findProblem({ start: ends[start] ?? '', end: ends[end] ?? '' }, options);
    if (!problemThere) return;
    const issues: z.core.$ZodRawIssue[] = [];
    ruled(() => problemThere.found)({ value: payload.value, issues });
    payload.issues.push(...issues.map((issue) => ({ ...issue, path: [problemThere.at === 'start' ? start : end] })));
  });
}

/** Several segments in a request. */
export function segmentGroupSchema(options: SegmentOptions & { maxRows?: number } = {}) {
  const row = z.strictObject({ startIccid: numberOfSegment, endIccid: numberOfSegment });
  return z
    .array(row)
    .check((payload) => {
      const rows = payload.value.map(({ startIccid, endIccid }) => ({ start: startIccid, end: endIccid }));
      const problemThere = findRowProblem(rows, options);
      if (!problemThere) return;
      const issues: z.core.$ZodRawIssue[] = [];
      ruled(() => problemThere.found)({ value: payload.value, issues });
      payload.issues.push(...issues.map((issue) => ({ ...issue, path: problemThere.path })));
    })
    .meta({ minItems: 1, maxItems: options.maxRows ?? LIST_MAX });
}

/** The span of a segment: end minus start. It has one more card. */
export function spanOf(segment: Segment, platform?: PlatformId): bigint {
  return comparedNumber(segment.end, platform) - comparedNumber(segment.start, platform);
}

/** The number of cards in a segment. */
export const countOf = (segment: Segment, platform?: PlatformId): number => Number(spanOf(segment, platform)) + 1;

/**
 * The normalised numbers of a segment: complete ones, for Lt the first 19 digits without the check digit. The segment must be
 * valid.
 */
export function* numbersOf(segment: Segment, platform?: PlatformId): Generator<string> {
  const length = compared(digitsOf(segment.start), platform).length;
  const last = comparedNumber(segment.end, platform);
  for (let number = comparedNumber(segment.start, platform); number <= last; number++) {
    yield String(number).padStart(length, '0');
  }
}

/** Whether a number lies in a segment of its own length (for Lt, of its first 19 digits). */
export function isInSegment(number: string, segment: Segment, platform?: PlatformId): boolean {
  if (!/^\d+$/.test(number)) return false;
  const [value, start, end] = [number, digitsOf(segment.start), digitsOf(segment.end)].map((one) =>
    compared(one, platform),
  ) as [string, string, string];
  // Texts of equal length compare like numbers.
  return value.length === start.length && value >= start && value <= end;
}

const numberOfSegment = z.string().overwrite(digitsOf);

/** With no carrier chosen the prefix says whether the check digit counts. */
function compared(digits: string, platform = platformOfIccid(digits)): string {
  return platform === PLATFORM.Lt ? digits.slice(0, LT_COMPARED) : digits;
}

const comparedNumber = (typed: string, platform?: PlatformId): bigint =>
  BigInt(compared(digitsOf(typed), platform) || '0');

function findProblem(segment: Segment, options: SegmentOptions): Found | undefined {
  const { kind = 'iccid', rangMax = RANG_MAX } = options;
  const [start, end] = [digitsOf(segment.start), digitsOf(segment.end)];
  if (start === '') return { at: 'start', found: missingStart };
  if (end === '') return { at: 'end', found: missingEnd };
  if (start.length !== end.length) return { at: 'end', found: differentLength };
  const platform = kind === 'iccid' ? (options.platform ?? platformOfIccid(start)) : undefined;
  const productMismatch = kind === 'iccid' ? platformProblem(start, end, options.platform) : undefined;
  if (productMismatch) return productMismatch;
  const size = sizeProblem(start.length, kind, platform);
  if (size) return { at: 'start', found: size };
  const span = kind === 'iccid' ? spanOf({ start, end }, platform) : BigInt(end) - BigInt(start);
  if (span < 0n) return { at: 'end', found: reversed };
  return span > BigInt(rangMax) ? { at: 'end', found: tooWide(rangMax, span) } : undefined;
}

/**
 * Only Lt, Yd and Dx have known prefixes, so only theirs must be in the table; an international card may have any. Numbers of
 * other carriers must agree with each other.
 */
function platformProblem(start: string, end: string, chosen: PlatformId | undefined): Found | undefined {
  if (chosen === PLATFORM.Gj) return undefined;
  const [of, until] = [platformOfIccid(start), platformOfIccid(end)];
  if (of !== until) return { at: 'end', found: crossesPlatforms };
  const isTold = chosen === PLATFORM.Lt || chosen === PLATFORM.Yd || chosen === PLATFORM.Dx;
  return isTold && of !== chosen ? { at: 'start', found: otherPlatform } : undefined;
}

function sizeProblem(length: number, kind: SegmentKind, platform: PlatformId | undefined): Problem | undefined {
  if (kind === 'eid') return length >= 4 && length <= 32 ? undefined : wrongSize('4-32');
  if (kind === 'iccidOrMapping') return length >= 4 && length <= 20 ? undefined : wrongSize('4-20');
  if (platform === PLATFORM.Gj) return [19, 20, 32].includes(length) ? undefined : wrongSize('19/20/32');
  if (platform === PLATFORM.Yd) return length === 20 ? undefined : wrongSize('20');
  return length === 19 || length === 20 ? undefined : wrongSize('19/20');
}

function findRowProblem(
  rows: readonly Segment[],
  options: SegmentOptions & { maxRows?: number },
): { found: Problem; path: (string | number)[] } | undefined {
  const maxRows = options.maxRows ?? LIST_MAX;
  if (rows.length === 0) return { found: problem('至少填写一行号段', 'Enter at least one segment'), path: [] };
  if (rows.length > maxRows) {
    return { found: problem('最多 {max} 行号段', 'At most {max} segments', { max: maxRows }), path: [maxRows] };
  }
  for (const [index, row] of rows.entries()) {
    const inRow = findProblem(row, options);
    if (inRow) {
      const found = problem('第 {row} 行：{reason}', 'Row {row}: {reason}', {
        row: index + 1,
        reason: said(inRow.found),
      });
      return { found, path: [index, SEGMENT_FIELDS[inRow.at]] };
    }
  }
  return undefined;
}
