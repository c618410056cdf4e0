import { Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { type Field, field } from '@cardinal/contract/framework/fields.ts';
import type { Language } from '@cardinal/primitives/text.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellWriter, columnOf, decimal, thousandths } from './exportColumns.ts';

const cellOf = (field: Field, value: unknown, language: Language) => cellWriter(field, language)(value);

test('words in the language of the asker, units in the heading, numbers as numbers', () => {
  const carrier = field.enumeration(Platform);
  expect(cellOf(carrier, 1, 'zh_CN')).toBe('中国联通');
  expect(cellOf(carrier, 1, 'en')).toBe('China Unicom');
  expect(cellOf(field.enumerations(StopReason), [1, 2], 'zh_CN')).toBe('手动停机、欠费');
  expect([cellOf(field.flag('a', 'a'), false, 'zh_CN'), cellOf(field.flag('a', 'a'), true, 'en')]).toEqual([
    '否',
    'Yes',
  ]);
  expect(columnOf(field.bytes('已用流量', 'Used'), 'zh_CN')).toEqual({ title: '已用流量（KB）', kind: 'number' });
  expect(columnOf(field.seconds('通话', 'Calls'), 'en').title).toBe('Calls (s)');
  expect(cellOf(field.money('金额', 'Amount'), '-1205', 'zh_CN')).toBe('-12.05');
  expect(cellOf(field.bytes('用量', 'Usage'), '1536', 'zh_CN')).toBe('1.500');
  expect(cellOf(carrier, null, 'zh_CN')).toBeNull();
});

test('no volume becomes nothing, and none is off by more than half a thousandth', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (bytes) => {
      const written = thousandths(bytes, 1_024n);
      const back = BigInt(written.replace('.', ''));
      if (bytes !== 0n) expect(back).not.toBe(0n);
      const off = back * 1_024n - bytes * 1_000n;
      const limit = bytes > -2n && bytes < 2n ? 1_024n : 512n;
      expect(off <= limit && off >= -limit).toBe(true);
    }),
  );
});

test('a volume that fits a plain number is written as a large one is', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (bytes) => {
      expect(cellOf(field.bytes('用量', 'Usage'), String(bytes), 'en')).toBe(thousandths(bytes, 1_024n));
    }),
  );
});

test('minor units keep every digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (minor) => {
      expect(BigInt(decimal(minor, 2).replace('.', ''))).toBe(minor);
    }),
  );
});
