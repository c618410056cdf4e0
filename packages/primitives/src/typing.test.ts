import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ipv4Rule } from './ipv4.ts';
import {
  typedDecimal,
  typedEmail,
  typedIccid,
  typedIdCard,
  typedImei,
  typedInteger,
  typedIpv4,
  typedPhone,
  typedVerificationCode,
} from './typing.ts';

const filters: [string, (typed: string) => string, [string, string][]][] = [
  [
    'iccid',
    typedIccid,
    [
      ['8986 0600-0000 0000 0017 99', '89860600000000000017'],
      ['卡A1_b', 'A1b'],
      ['x'.repeat(30), 'x'.repeat(20)],
    ],
  ],
  [
    'phone',
    typedPhone,
    [
      ['138 0013-8000', '13800138000'],
      ['138001380009', '13800138000'],
      ['11', '1'],
      ['12', '1'],
      ['112345', '1345'],
      ['10', '10'],
      ['+86', '86'],
    ],
  ],
  [
    'email',
    typedEmail,
    [
      [' a@ b.cn\n', 'a@b.cn'],
      ['x'.repeat(60), 'x'.repeat(50)],
    ],
  ],
  [
    'idCard',
    typedIdCard,
    [
      ['11010519491231002x', '11010519491231002X'],
      ['1101 0519-4912', '110105194912'],
      ['X1', '1'],
      ['1'.repeat(20), '1'.repeat(18)],
    ],
  ],
  [
    'imei',
    typedImei,
    [
      ['49-015420-323751-8', '490154203237518'],
      ['1'.repeat(20), '1'.repeat(17)],
    ],
  ],
  ['verification code', typedVerificationCode, [['12a345', '1234']]],
  [
    'integer',
    typedInteger,
    [
      ['1a2.3', '123'],
      ['-5', '5'],
    ],
  ],
  [
    'decimal',
    typedDecimal,
    [
      ['.5', '5'],
      ['1.234', '1.23'],
      ['1.2.3', '1.23'],
      ['-1.5元', '1.5'],
      ['5.', '5.'],
      ['1..2', '1.2'],
    ],
  ],
  [
    'ipv4',
    typedIpv4,
    [
      ['300.1.1.1', '255.1.1.1'],
      ['192.168.1.1000', '192.168.1.100'],
      ['1..2', '1.2'],
      ['1.2.3.4.5', '1.2.3.4'],
      ['01.2', '1.2'],
      ['1.2.', '1.2.'],
      ['.1', '1'],
    ],
  ],
];

describe.each(filters)('typing into a field of %s', (_name, filter, cases) => {
  it.each(cases)('%j keeps %j', (typed, kept) => expect(filter(typed)).toBe(kept));

  it('keeps what it has kept, whatever was typed', () => {
    const characters = fc.constantFrom(...'0123456789XxaB.@- \n卡,');
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 40 }), (typed) => {
        const kept = filter(typed);
        expect(filter(kept)).toBe(kept);
      }),
      { numRuns: 500 },
    );
  });
});

it('an address typed to its end passes its rule', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(999), { minLength: 4, maxLength: 6 }), (segments) => {
      const kept = typedIpv4(segments.join('.'));
      expect(kept.length).toBeLessThanOrEqual(15);
      expect(ipv4Rule(kept)).toBeUndefined();
    }),
  );
});
