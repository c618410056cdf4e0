import { createCipheriv } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { desKeyOf, strDec, strEnc, thirdsOf } from './strEnc.ts';

const KEYS = thirdsOf('abc123ABC');

/** Computed with an implementation of the script's steps, not with this one. */
const VECTORS: readonly (readonly [readonly string[], string, string])[] = [
  [KEYS, 'test', '848CA141B7AA521B'],
  [KEYS, 'password1', '6837D5D1820031B808D0F66ED99990A76A342DD6ECF7B97A'],
  [
    KEYS,
    '14900000000,demo_user,demo_pwd,queryTraffic',
    '82EDB4186730B9BA4D9D8420454B510F1F964E7F5AC63EB43B91B2199C189BF9A989568C4110DF338CBC1DA5365AF9213FEF8685E68439562F5C7C39107AD31FF0C1C059274B770F3C475622BE249E3156DE861E8417E5F8',
  ],
  [KEYS, '中文', 'DFE990A66C93AEC4'],
  [['1', '2', '3'], 'Test1234', 'C0A5C6CA237A670EC1BB5938DF9F2190'],
];

test('texts are encrypted as the script does it, and come back', () => {
  for (const [keys, text, hex] of VECTORS) {
    expect(strEnc(text, keys)).toBe(hex);
    expect(strDec(hex, keys)).toBe(text);
  }
});

test('one block under one key is what the script makes of it, and not what DES does', () => {
  const block = (key: Uint8Array) => {
    const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([key, key, key]), null).setAutoPadding(false);
    return cipher.update('0123456789ABCDEF', 'hex', 'hex').toUpperCase();
  };
  const key = Buffer.from('133457799BBCDFF1', 'hex');
  expect(block(desKeyOf(key))).toBe('CC38B78305003643');
  expect(block(key)).toBe('85E813540F0AB405');
});

test('what is no whole row of blocks was never encrypted', () => {
  expect(['', '84', '848CA141B7AA521', 'XX8CA141B7AA521B'].map((hex) => strDec(hex, KEYS))).toEqual(
    Array(4).fill(undefined),
  );
});

test('every text comes back but for zeros at its end, which cannot be told from those that fill up', () => {
  const key = fc.string({ minLength: 1, maxLength: 9 });
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(units, fc.tuple(key, key, key), (written, keys) => {
      const text = String.fromCharCode(...written);
      expect(strDec(strEnc(text, keys), keys)).toBe(text.replace(/\0+$/, ''));
    }),
    { numRuns: 50 },
  );
});
