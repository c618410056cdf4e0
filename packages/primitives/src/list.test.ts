import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanList, cutList, ID_CARD_LIST_CUT, itemsOf, itemsRule, listRule } from './list.ts';
import type { Problem } from './problem.ts';
import { stringRule } from './string.ts';
import { say } from './text.ts';

const english = (found: Problem | undefined) => found && say(found.text, 'en', found.facts);
const chinese = (found: Problem | undefined) => found && say(found.text, 'zh_CN', found.facts);

describe('the list cleaner', () => {
  it.each([
    ['a1,b2', 'a1,b2'],
    ['a1\nb2\r\nc3', 'a1,b2,c3'],
    ['a1,,b2,\n,c3', 'a1,b2,c3'],
    ['a-1 .b@2;卡,c', 'a1b2,c'],
    ['a，b', 'a,b'],
    [',a,', ',a,'],
    ['', ''],
    ['\u0000\t 　', ''],
  ])('%j becomes %j', (typed, kept) => expect(cleanList(typed)).toBe(kept));

  it('leaves letters, digits and single commas only, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aZ9,\n\r ;卡，-', '𠮷') }), (typed) => {
        const kept = cleanList(typed);
        expect(kept).toMatch(/^[A-Za-z0-9]*(,[A-Za-z0-9]+)*,?$/);
        expect(cleanList(kept)).toBe(kept);
        expect(kept.replaceAll(',', '')).toBe(typed.replace(/[^A-Za-z0-9]/g, ''));
      }),
    );
  });
});

describe('the cut of a typed list', () => {
  it('keeps 20 characters an item and 21,000 in all for ICCIDs', () => {
    expect(cutList(`${'1'.repeat(25)},2`)).toBe(`${'1'.repeat(20)},2`);
    const thousand = Array.from({ length: 1_000 }, () => '8'.repeat(20)).join(',');
    expect(cutList(thousand)).toBe(thousand);
    expect(cutList(`${thousand},${thousand}`)).toHaveLength(21_000);
  });

  it('keeps 18 an item and 19,000 in all for ID card numbers', () => {
    const typed = Array.from({ length: 2_000 }, () => '1'.repeat(19)).join('\n');
    const kept = cutList(typed, ID_CARD_LIST_CUT);
    expect(kept).toHaveLength(19_000);
    expect(itemsOf(kept).every((item) => item.length === 18)).toBe(true);
  });
});

describe('the items of a list', () => {
  it('are split at the delimiter and at line breaks, trimmed, without empty ones', () => {
    expect(itemsOf('a, b\nc\r\n\r\nd ,,')).toEqual(['a', 'b', 'c', 'd']);
    expect(itemsOf('a,b;c\nd', ';')).toEqual(['a,b', 'c', 'd']);
    expect(itemsOf(' \n,')).toEqual([]);
  });
});

describe('the list rule', () => {
  const list = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`).join(',');

  it('refuses an empty list', () => {
    for (const typed of ['', ',', '\n , ']) expect(english(listRule()(typed))).toBe('The list cannot be empty');
    expect(itemsRule({ min: 0 })([])).toBeUndefined();
    expect(english(itemsRule({ min: 2 })(['a']))).toBe('At least 2 items');
  });

  it('takes 100 items unless told otherwise', () => {
    expect(listRule()(list(100))).toBeUndefined();
    expect(english(listRule()(list(101)))).toBe('At most 100 items; you entered 101');
    expect(listRule({ max: 1_000 })(list(1_000))).toBeUndefined();
    expect(listRule({ max: 1_000 })(list(1_001))).toBeDefined();
  });

  it('takes items of up to 255 characters unless told otherwise', () => {
    expect(listRule()('x'.repeat(255))).toBeUndefined();
    expect(english(listRule()(`a,${'x'.repeat(256)}`))).toBe('Item 2: At most 255 characters');
  });

  it('names the positions of bad items, those of one reason together, with the facts said', () => {
    const rule = listRule({ item: stringRule({ min: 2, max: 3, sets: ['digit'] }) });
    expect(rule('11,222\n33')).toBeUndefined();
    expect(english(rule('1,22,ab,4444'))).toBe('Items 1, 4: Must be 2 to 3 characters long; Item 3: Only digits');
    expect(chinese(rule('1,22,ab,4444'))).toBe('第 1、4 项：长度应为 2 到 3 位；第 3 项：只能输入数字');
  });

  it('names at most twenty positions and counts the rest', () => {
    const rule = listRule({ item: stringRule({ sets: ['digit'] }) });
    const found = rule(Array.from({ length: 25 }, () => 'x').join(','));
    expect(english(found)).toContain(', 20 and 5 more: Only digits');
    expect(chinese(found)).toContain('、20 项等 25 项：');
  });

  it('refuses repetitions where they are not wanted', () => {
    expect(listRule()('a,b,a')).toBeUndefined();
    expect(english(listRule({ distinct: true })('a,b,a,b,a'))).toBe('Items 3, 4, 5: repeated');
  });

  it('passes exactly when every item passes', () => {
    const item = stringRule({ sets: ['digit'], max: 4 });
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[0-9a]{1,5}$/), { minLength: 1, maxLength: 100 }), (items) => {
        const found = itemsRule({ item })(items);
        expect(found === undefined).toBe(items.every((one) => item(one) === undefined));
        const typed = listRule({ item })(items.join('\n'));
        expect(typed).toEqual(found);
      }),
    );
  });
});
