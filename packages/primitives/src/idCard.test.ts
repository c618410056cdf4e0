import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TurnableClock } from './clock.ts';
import {
  cutIdCardList,
  idCardCheckCharacter,
  idCardListRule,
  idCardRule,
  idCardSchema,
  idCardsRule,
  maskedIdCard,
} from './idCard.ts';
import { say } from './text.ts';

const clock = new TurnableClock('2026-11-21T04:00:00Z');
const words = (value: string, minAge?: number) => {
  const found = idCardRule({ clock, ...(minAge === undefined ? {} : { minAge }) })(value);
  return found && say(found.text, 'en', found.facts);
};
/** A number with this birth date and a valid check character. */
const born = (date: string, province = '11') => {
  const first17 = `${province}0101${date}001`;
  return first17 + idCardCheckCharacter(first17);
};

describe('the ID card rule', () => {
  it.each(['11010519491231002X', '11010519491231002x', '34052419800101001X', '110101199003070011'])(
    'accepts %s',
    (value) => expect(words(value)).toBeUndefined(),
  );

  it.each(['1101051949123100', '110105491231002', '11010519491231002X1', '1'])('wants 18 characters: %s', (value) => {
    expect(words(value)).toBe('Please use an 18-digit ID number');
  });

  it.each([
    ['letters inside', '1101051949123100XX'],
    ['a letter that is no X', '11010519491231002A'],
    ['no province', born('19900101', '10')],
    ['no province', born('19900101', '99')],
    ['a wrong check digit', '110105194912310021'],
    ['wide digits', '１１０１０５１９４９１２３１００２X'],
  ])('wants a correct number: %s', (_why, value) => {
    expect(words(value)).toBe('Please enter a correct ID number');
  });

  it.each(['19900230', '19901301', '19900001', '19900100', '20230229', '18991231', '20261121', '20261122', '20991231'])(
    'wants a birth date that is real, after 1900 and past: %s',
    (date) => expect(words(born(date))).toBe('The birth date in the ID number is invalid'),
  );

  it.each(['20240229', '20000229', '19000101', '20261120'])('accepts the birth date %s', (date) => {
    expect(words(born(date))).toBeUndefined();
  });

  it('asks for one', () => expect(words('')).toBe('Please enter a value'));

  it('counts the age on the day', () => {
    expect(words(born('20081121'), 18)).toBeUndefined();
    expect(words(born('20081122'), 18)).toBe('Age less than 18');
    expect(idCardRule({ clock, minAge: 16 })(born('20110101'))).toEqual({
      text: { zh: '年龄小于 {age} 岁', en: 'Age less than {age}' },
      facts: { age: 16 },
    });
  });

  it('asks for today in Shanghai, where a new day begins at 16:00 UTC', () => {
    const evening = new TurnableClock('2026-11-21T15:59:59Z');
    const rule = idCardRule({ clock: evening, minAge: 18 });
    expect(rule(born('20081122'))).toBeDefined();
    evening.advance(1_000);
    expect(rule(born('20081122'))).toBeUndefined();
  });

  it('finds any one wrong digit and any two neighbours swapped', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 16 }),
        fc.integer({ min: 1, max: 9 }),
        fc.stringMatching(/^[0-9]{17}$/),
        (at, shift, first17) => {
          const check = idCardCheckCharacter(first17);
          const wrong = [...first17];
          wrong[at] = String((Number(wrong[at]) + shift) % 10);
          expect(idCardCheckCharacter(wrong.join(''))).not.toBe(check);
          if (at < 16 && first17[at] !== first17[at + 1]) {
            const swapped = [...first17];
            [swapped[at], swapped[at + 1]] = [first17[at + 1]!, first17[at]!];
            expect(idCardCheckCharacter(swapped.join(''))).not.toBe(check);
          }
        },
      ),
    );
  });

  it('keeps a capital X', () => {
    expect(idCardSchema({ clock }).parse(' 11010519491231002x')).toBe('11010519491231002X');
    expect(idCardSchema({ clock, minAge: 99 }).safeParse('110101199003070011').success).toBe(false);
  });
});

describe('lists of ID cards', () => {
  it('hold up to 100 and name the wrong ones', () => {
    const good = '110101199003070011';
    expect(idCardsRule({ clock })(new Array(100).fill(good))).toBeUndefined();
    expect(idCardsRule({ clock })(new Array(101).fill(good))).toBeDefined();
    const found = idCardListRule({ clock, minAge: 18 })(`${good}\n1,${born('20200101')}`)!;
    expect(say(found.text, 'zh_CN', found.facts)).toBe('第 2 项：请使用 18 位身份证号码；第 3 项：年龄小于 18 岁');
  });
  it('are cut while they are typed', () => {
    expect(cutIdCardList('11010519491231002X99\n1')).toBe('11010519491231002X,1');
  });
});

it('a masked number shows its ends only', () => {
  expect(maskedIdCard('11010519491231002X')).toBe('1101**********002X');
});
