import { expect, test } from 'vitest';
import { maskedNumber, starredNumber } from './maskedNumber.ts';

test.each([
  ['13800138000', '138****8000'],
  ['460001234567890', '460****7890'],
  ['123456789', '****89'],
  ['1', '****1'],
])('%s is shown as %s', (number, shown) => expect(maskedNumber(number)).toBe(shown));

test('starred numbers keep their ends only', () => {
  expect(starredNumber('89860600000000000013')).toBe('898606**********0013');
  expect(starredNumber('1064123')).toBe('10*****');
});
