import { expect, test } from 'vitest';
import { placeName } from '../../../places/divisions.ts';
import { readPastedAddress } from './pastedAddress.ts';

const whole = { receiver: '张伟', phone: '13800138000', division: '440305' };

test.each([
  ['张伟 13800138000 广东省深圳市南山区科技园科苑路15号', '科技园科苑路15号'],
  ['收件人：张伟，手机：138-0013-8000，地址：广东 深圳 南山区 科技园科苑路15号', '科技园科苑路15号'],
  ['广东省深圳市南山区科技园科苑路15号 张伟 +86 13800138000', '科技园科苑路15号'],
])('takes apart «%s»', (line, detail) => {
  expect(readPastedAddress(line)).toEqual({ ...whole, detail });
});

test('a city under the centre needs no word between it and its district', () => {
  expect(readPastedAddress('李芳 13912345678 北京市海淀区中关村大街1号 100080')).toEqual({
    receiver: '李芳',
    phone: '13912345678',
    division: '110108',
    detail: '中关村大街1号',
    postcode: '100080',
  });
});

test('a city without districts is a place by itself', () => {
  const read = readPastedAddress('王磊 13912345678 广东省东莞市长安镇振安路8号');
  expect([read.division, read.detail]).toEqual(['441900', '长安镇振安路8号']);
});

test('what cannot be made out is left out', () => {
  expect(readPastedAddress('13800138000')).toEqual({ phone: '13800138000' });
  expect(readPastedAddress('某某路3号院')).toEqual({ detail: '某某路3号院' });
  expect(readPastedAddress('陈洁')).toEqual({ receiver: '陈洁' });
});

test('a place reads without the parts that are no place, and an old code as itself', () => {
  expect(placeName('440305')).toBe('广东省 深圳市 南山区');
  expect(placeName('110108')).toBe('北京市 海淀区');
  expect(placeName('999999')).toBe('999999');
});
