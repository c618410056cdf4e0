import { expect, expectTypeOf, test } from 'vitest';
import { enumeration, type KeyOf, sayChanged, type ValueOf } from './enumeration.ts';

const Size = enumeration('size', '规格', 'Size', {
  small: { value: 1, zh: '小', en: 'Small', millimetres: 2 },
  large: { value: 3, zh: '大', en: 'Large', millimetres: 9 },
});
const Word = enumeration('word', '词', 'Word', { OPEN: { zh: '开', en: 'Open' }, shut: { zh: '关', en: 'Shut' } });

test('values, keys and added facts keep their types', () => {
  expectTypeOf<ValueOf<typeof Size>>().toEqualTypeOf<1 | 3>();
  expectTypeOf<KeyOf<typeof Size>>().toEqualTypeOf<'small' | 'large'>();
  expectTypeOf<ValueOf<typeof Word>>().toEqualTypeOf<'OPEN' | 'shut'>();
  expect(Size.values.large).toBe(3);
  expect(Size.members.large.millimetres).toBe(9);
  expect(Size.memberOf(3)?.millimetres).toBe(9);
  expect(Word.values).toEqual({ OPEN: 'OPEN', shut: 'shut' });
});

test('the schema takes the stored values and nothing else', () => {
  expect(Size.schema.parse(1)).toBe(1);
  for (const wrong of [2, '1', 'small', null, undefined]) expect(Size.schema.safeParse(wrong).success).toBe(false);
  expect(Word.schema.safeParse('OPEN').success).toBe(true);
});

test('a value is found again from its number, its key or its label in either language', () => {
  for (const raw of ['3', 'large', ' LARGE ', '大', 'Large']) expect(Size.parse(raw)).toBe(3);
  expect(Size.parse('2')).toBeUndefined();
  expect(Size.parse('constructor')).toBeUndefined();
  expect(Size.has(3)).toBe(true);
  expect(Size.has('3')).toBe(false);
  expect(Size.keyOf(1)).toBe('small');
});

test('while other words are said for a value, these and its own both find it', () => {
  sayChanged([{ type: 'size', value: '3', zh: '特大', en: 'Small' }]);
  for (const raw of ['特大', '大', 'Large', 'large', '3', 'Small']) expect(Size.parse(raw), raw).toBe(3);
  expect(Size.parse('小')).toBe(1);
  expect(Word.parse('特大')).toBeUndefined();
  sayChanged([]);
  expect([Size.parse('特大'), Size.parse('Small')]).toEqual([undefined, 1]);
});

test('a value outside the set reads «unknown», not as a bare code', () => {
  expect(Size.labelOf(1)).toEqual({ zh: '小', en: 'Small' });
  expect(Size.labelOf(7)).toEqual({ zh: '未知', en: 'Unknown' });
});

test('two members under one value are a mistake', () => {
  expect(() =>
    enumeration('x', 'x', 'x', { a: { value: 1, zh: '一', en: 'a' }, b: { value: 1, zh: '二', en: 'b' } }),
  ).toThrow('Enumeration x stores two members under one value');
});
