import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSegmentOf, iccidFormRule, iccidFormSchema, readIccidForm } from './iccidForms.ts';
import { problemOf } from './problem.ts';

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9A-F]{${length}}$`));

describe('the builder’s ICCID forms', () => {
  it.each([
    ['0123456789', 'hex10', 'CODE_0123456789'],
    ['89abcdef01', 'hex10', 'CODE_89ABCDEF01'],
    ['AB123456781', 'lettered', 'AB123456781'],
    ['AB12345678100', 'lettered', 'AB12345678100'],
    ['zz12345678999', 'lettered', 'ZZ12345678999'],
    ['AB123456789100', 'lettered', 'AB123456789100'],
    ['123456789012345', 'numeric', '123456789012345'],
    ['12345678901234567', 'numeric', '12345678901234567'],
    ['0123456789F9808FF2', 'hex18', 'CODE_0123456789'],
    ['0123456789ABCDEF0123F6410509', 'hex28', 'CODE_0123456789ABCDEF0123'],
    ['89860600000000000013', 'plain', '89860600000000000013'],
  ] as const)('%s is %s and kept as %s', (typed, form, value) => {
    expect(readIccidForm(typed)).toEqual({ form, value });
    expect(iccidFormRule(typed)).toBeUndefined();
    expect(iccidFormSchema.parse(typed)).toBe(value);
  });

  it.each([
    '012345678',
    '01234567890',
    '012345678G',
    'AB1234567',
    'AB123456780',
    'AB12345678001',
    'AB1234567890101',
    'A1234567890',
    '12345678901234',
    'CODE_123',
    '8986 0600 0000 0001',
    '89860600000000000-13',
  ])('%s has none of the forms', (typed) => {
    expect(iccidFormRule(typed)?.text.zh).toBe('ICCID 格式不正确');
    expect(readIccidForm(typed)).toBeUndefined();
  });

  it('the check segment is FNV-1a, by its published vectors', () => {
    expect(checkSegmentOf('')).toBe('811C9DC5');
    expect(checkSegmentOf('0123456789')).toBe('F9808FF2');
    expect(checkSegmentOf('abcdef0123')).toBe(checkSegmentOf('ABCDEF0123'));
  });

  it('a code with its check segment is the code; any other segment is refused', () => {
    fc.assert(
      fc.property(fc.oneof(hex(10), hex(20)), hex(8), (code, other) => {
        const segment = checkSegmentOf(code);
        expect(readIccidForm(code + segment)?.value).toBe(`CODE_${code}`);
        expect(readIccidForm((code + segment).toLowerCase())?.value).toBe(`CODE_${code}`);
        if (other !== segment) {
          expect(iccidFormRule(code + other)?.text.en).toBe('ICCID check segment does not match');
          expect(readIccidForm(code + other)).toBeUndefined();
        }
      }),
    );
  });

  it('keeping what is kept changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(hex(10), hex(20)), (code) => {
        const kept = iccidFormSchema.parse(code + checkSegmentOf(code));
        expect(iccidFormSchema.parse(kept)).toBe(kept);
      }),
    );
  });

  it('asks for one and says the problem through the schema', () => {
    expect(iccidFormRule('')?.text.en).toBe('Please enter {name}');
    expect(problemOf(iccidFormSchema.safeParse('x').error!.issues[0]!)?.text.zh).toBe('ICCID 格式不正确');
  });
});
