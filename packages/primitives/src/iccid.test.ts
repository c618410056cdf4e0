import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  cutIccidList,
  hasRightCheckDigit,
  iccidKey,
  iccidListRule,
  iccidOfFile,
  iccidRule,
  iccidSchema,
  iccidsRule,
  iccidsSchema,
  internationalIccidRule,
  luhnDigit,
  PLATFORM,
  platformOfIccid,
  withCheckDigit,
} from './iccid.ts';
import { say } from './text.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const english = (value: string) => {
  const found = iccidRule(value);
  return found && say(found.text, 'en', found.facts);
};

describe('the ICCID rule', () => {
  it.each(['8986060000000000001', '89860600000000000017', '8986042000A00000000f', 'abcdefghijklmnopqrst'])(
    'accepts %s',
    (value) => expect(iccidRule(value)).toBeUndefined(),
  );
  it('refuses 18 and 21 characters', () => {
    expect(english('1'.repeat(18))).toBe('ICCID must be 19 to 20 characters');
    expect(english('1'.repeat(21))).toBe('ICCID must be 19 to 20 characters');
  });
  it.each([
    '898606 000000000001',
    '89860600000000000-17',
    '８９８６０６００００００００００００1',
    '8986060000000000001卡',
  ])('refuses %s: letters and digits only', (value) =>
    expect(english(value)).toBe('ICCID must contain only letters and digits'),
  );
  it('asks for one', () => expect(english('')).toBe('Please enter a value'));

  it('takes 32 characters of international cards only', () => {
    expect(internationalIccidRule('8'.repeat(32))).toBeUndefined();
    expect(iccidRule('8'.repeat(32))).toBeDefined();
    for (const length of [18, 21, 31, 33]) expect(internationalIccidRule('8'.repeat(length))).toBeDefined();
    expect(internationalIccidRule(`${'8'.repeat(31)}-`)).toBeDefined();
  });
});

describe('the prefix of an ICCID tells its carrier', () => {
  it.each([
    ['898601', 1],
    ['898606', 1],
    ['898609', 1],
    ['898600', 2],
    ['898602', 2],
    ['898604', 2],
    ['898607', 2],
    ['898603', 3],
    ['898611', 3],
    ['898608', -1],
  ])('%s is platform %s', (prefix, platform) => expect(platformOfIccid(`${prefix}12345678901234`)).toBe(platform));

  it('guesses nothing else', () => {
    for (const prefix of ['898605', '898610', '898612', '894401', '89860', '']) {
      expect(platformOfIccid(prefix)).toBeUndefined();
    }
  });
});

describe('the key of an ICCID', () => {
  it('joins 19 and 20 digits of one Lt card', () => {
    expect(iccidKey('89860600000000000017')).toBe(iccidKey('8986060000000000001'));
    expect(iccidKey('89860600000000000017', PLATFORM.Lt)).toBe('8986060000000000001');
  });
  it('is the whole number elsewhere', () => {
    expect(iccidKey('89860000000000000017')).toBe('89860000000000000017');
    expect(iccidKey('89860600000000000017', PLATFORM.Gj)).toBe('89860600000000000017');
  });
  it('does not hang on case or spaces around', () => {
    expect(iccidKey(' 8986042000a00000000f ')).toBe('8986042000A00000000F');
  });
});

describe('the check digit', () => {
  it.each([
    ['7992739871', '3'],
    ['', '0'],
    ['8986060000000000001', '3'],
  ])('of %s is %s', (number, digit) => expect(luhnDigit(number)).toBe(digit));

  it('makes the whole divide by ten, and one wrong digit is always found', () => {
    fc.assert(
      fc.property(digits(19), fc.nat(18), fc.integer({ min: 1, max: 9 }), (number, at, shift) => {
        const whole = withCheckDigit(number);
        expect(hasRightCheckDigit(whole)).toBe(true);
        const wrong = [...whole];
        wrong[at] = String((Number(wrong[at]) + shift) % 10);
        expect(hasRightCheckDigit(wrong.join(''))).toBe(false);
      }),
    );
  });

  it('is not asked of 19 digits or of letters', () => {
    expect(hasRightCheckDigit('8986060000000000001')).toBeUndefined();
    expect(hasRightCheckDigit('8986042000A000000000')).toBeUndefined();
    expect(withCheckDigit('8986042000A00000000')).toBe('8986042000A00000000');
  });
});

describe('lists of ICCIDs', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => String(8986060000000000000n + BigInt(i)));

  it('hold up to 1,000', () => {
    expect(iccidsRule(many(1_000))).toBeUndefined();
    expect(iccidsRule(many(1_001))).toBeDefined();
    expect(iccidListRule(many(1_000).join('\n'))).toBeUndefined();
    expect(iccidsSchema.safeParse([]).success).toBe(false);
  });

  it('name the wrong ones', () => {
    const found = iccidListRule(`${many(1)[0]},123,${many(1)[0]},12`)!;
    expect(say(found.text, 'zh_CN', found.facts)).toBe('第 2、4 项：ICCID 长度应为 19 到 20 位');
  });

  it('are cut while they are typed', () => {
    expect(cutIccidList(`8986 0600-0000 0000 0017 99\n${many(1)[0]}`)).toBe(`89860600000000000017,${many(1)[0]}`);
  });
});

it('a file may fill a 19-digit number up with F', () => {
  expect(iccidOfFile('8986060000000000001f')).toBe('8986060000000000001');
  expect(iccidOfFile('8986042000A00000000F')).toBe('8986042000A00000000F');
  expect(iccidOfFile(' 89860600000000000017')).toBe('89860600000000000017');
});

it('the schema keeps the one spelling', () => {
  expect(iccidSchema.parse(' 8986042000a00000000f ')).toBe('8986042000A00000000F');
  expect(iccidsSchema.parse(['8986042000a00000000f'])).toEqual(['8986042000A00000000F']);
  expect(z.toJSONSchema(iccidSchema)).toMatchObject({ type: 'string', minLength: 19, maxLength: 20 });
});
