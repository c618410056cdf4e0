import { expect, test } from 'vitest';
import { licenceCheckCharacter, licenceCodeRule } from './licenceCode.ts';

test('a unified social credit code has 18 characters and the check character of the first 17', () => {
  // Published codes.
  for (const code of ['91350100M000100Y43', '91110000600037341L'])
    expect([code, licenceCodeRule(code)]).toEqual([code, undefined]);
  expect(licenceCodeRule('91350100m000100y43')).toBeUndefined();
  for (const code of ['', '91350100M000100Y42', '91350100M000100Y4', '91350100M000100O43', '91350100M000100Y431'])
    expect([code, licenceCodeRule(code)]).not.toEqual([code, undefined]);
  expect(licenceCheckCharacter('91350100M000100Y4')).toBe('3');
});
