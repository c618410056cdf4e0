import { describe, expect, it } from 'vitest';
import {
  arrayKind,
  eidsKind,
  emailsKind,
  fileKind,
  groupKind,
  iccidsKind,
  numberKind,
  phonesKind,
  selectKind,
  stringKind,
  stringNotNullKind,
} from './formKinds.ts';
import type { Problem } from './problem.ts';
import { say, text } from './text.ts';

const name = text('产品', 'product');
const words = (found: Problem | undefined) =>
  found && [say(found.text, 'zh_CN', found.facts), say(found.text, 'en', found.facts)];
const NOTHING = ['', undefined, null] as const;

describe('the kinds of the form builder', () => {
  it('string: Chinese, letters and digits', () => {
    expect(stringKind({ name })('卡A1')).toBeUndefined();
    expect(words(stringKind({ name })('a-b'))).toEqual([
      '只能输入中文、字母、数字',
      'Only Chinese characters, letters, digits',
    ]);
    for (const value of NOTHING)
      expect(words(stringKind({ name })(value))).toEqual(['请输入产品', 'Please enter product']);
    expect(stringKind({ name, required: false })(undefined)).toBeUndefined();
    expect(stringKind({ name, symbols: '-' })('a-b')).toBeUndefined();
  });

  it('number: optional when notNull is off', () => {
    expect(words(numberKind({ name })(''))).toEqual(['请输入产品', 'Please enter product']);
    expect(numberKind({ name, notNull: false })(null)).toBeUndefined();
    expect(words(numberKind({ name, notNull: false })('x'))).toEqual(['请输入正整数', 'Enter a positive integer']);
    expect(numberKind({ name, mode: 'decimal' })(1.25)).toBeUndefined();
    expect(numberKind({ name })(0)).toBeUndefined();
  });

  it('select: something is chosen', () => {
    for (const value of [...NOTHING, []])
      expect(words(selectKind({ name })(value))).toEqual(['请选择产品', 'Please select product']);
    for (const value of [0, false, 'a', ['a']]) expect(selectKind({ name })(value)).toBeUndefined();
  });

  it('stringNotNull: any text', () => {
    for (const value of [...NOTHING, '  '])
      expect(words(stringNotNullKind({ name })(value))).toEqual(['请输入产品', 'Please enter product']);
    expect(stringNotNullKind({ name })('~!@#')).toBeUndefined();
  });

  it('group: rows of segments', () => {
    expect(words(groupKind()(undefined))).toEqual(['至少填写一行号段', 'Enter at least one segment']);
    expect(words(groupKind({ kind: 'eid' })([{ start: '0001', end: '' }]))?.[0]).toBe('第 1 行：请输入结束号码');
    expect(groupKind({ kind: 'eid' })([{ start: '0001', end: '0002' }])).toBeUndefined();
  });

  it.each([
    ['iccids', iccidsKind(), (i: number) => String(8986060000000000000n + BigInt(i)), 1_000],
    ['eids', eidsKind(), (i: number) => String(i).padStart(14, '0'), 1_000],
    ['phones', phonesKind(), (i: number) => `138${String(i).padStart(8, '0')}`, 100],
    ['emails', emailsKind(), (i: number) => `a${i}@b.cn`, 100],
  ])('%s: up to their number, positions named', (_kind, rule, one, max) => {
    const items = Array.from({ length: max }, (_, i) => one(i));
    expect(rule(items)).toBeUndefined();
    expect(words(rule([...items, one(max)]))?.[1]).toBe(`At most ${max} items; you entered ${max + 1}`);
    expect(words(rule([one(0), 'x']))?.[1]).toMatch(/^Item 2: /);
    expect(words(rule(null))).toEqual(['列表不能为空', 'The list cannot be empty']);
  });

  it('array: at least one, at most its own number in its own words', () => {
    expect(words(arrayKind({ name })([]))).toEqual(['请选择产品', 'Please select product']);
    expect(arrayKind({ name })([1])).toBeUndefined();
    expect(arrayKind({ name, min: 0 })(undefined)).toBeUndefined();
    expect(words(arrayKind({ name, min: 2 })([1]))).toEqual(['产品至少 2 项', 'product: at least 2']);
    expect(words(arrayKind({ name, max: 1 })([1, 2]))).toEqual(['产品最多 1 项', 'product: at most 1']);
    const maxMessage = text('{name}别超过 {max} 个', 'No more than {max} of {name}');
    expect(words(arrayKind({ name, max: 1, maxMessage })([1, 2]))).toEqual([
      '产品别超过 1 个',
      'No more than 1 of product',
    ]);
  });

  it('file: one is there, of the right type and size', () => {
    const rule = fileKind({ name, extensions: ['png'], maxBytes: 10 });
    for (const value of [undefined, null, []])
      expect(words(rule(value))).toEqual(['请上传产品', 'Please upload product']);
    expect(rule({ name: 'A.PNG', size: 10 })).toBeUndefined();
    expect(rule([{ name: 'a.png', size: 10 }])).toBeUndefined();
    expect(
      words(
        rule([
          { name: 'a.png', size: 1 },
          { name: 'b.gif', size: 1 },
        ]),
      )?.[1],
    ).toBe('Wrong file type; only png');
    expect(words(rule({ name: 'a.png', size: 11 }))?.[1]).toBe('File size cannot exceed 10 B');
  });
});
