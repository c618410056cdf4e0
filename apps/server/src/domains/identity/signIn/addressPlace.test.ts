import { expect, it } from 'vitest';
import { placeOf } from './addressPlace.ts';

it.each([
  '10.20.3.4',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '127.0.0.1',
  '100.64.0.1',
  '::1',
  'fd12::1',
  'fe80::1',
  '::ffff:10.0.0.1',
])('%s is within a private network', (address) => {
  expect(placeOf(address)).toEqual({ zh: '内网', en: 'Private network' });
});

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2001:db8::1', '::ffff:8.8.8.8', '', 'unknown'])(
  'of %j no place is told',
  (address) => {
    expect(placeOf(address)).toBeUndefined();
  },
);
