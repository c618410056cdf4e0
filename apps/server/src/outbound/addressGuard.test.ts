import { expect, test } from 'vitest';
import { guardedLookup, isLoopbackHost, mayCall } from './addressGuard.ts';
import { NoAnswer, sendRequest } from './request.ts';

const FORBIDDEN = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::ffff:10.0.0.1',
  '::ffff:a00:1',
  '::ffff:192.168.0.1',
  '::10.0.0.1',
  '64:ff9b::10.0.0.1',
  '2002:a00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
];
const LOOPBACK = ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'];

test('neighbours, link-local, reserved and disguised addresses are never called', () => {
  for (const allowLoopback of [true, false]) {
    expect(FORBIDDEN.filter((address) => mayCall(address, { allowLoopback }))).toEqual([]);
  }
  expect(
    ['1.1.1.1', '203.119.1.1', '2606:4700::1111', '172.32.0.1'].every((a) => mayCall(a, { allowLoopback: false })),
  ).toBe(true);
});

test('this machine only where it is allowed', () => {
  expect(LOOPBACK.filter((address) => mayCall(address, { allowLoopback: false }))).toEqual([]);
  expect(LOOPBACK.every((address) => mayCall(address, { allowLoopback: true }))).toBe(true);
  expect(['localhost', '127.0.0.1', '[::1]'].every(isLoopbackHost)).toBe(true);
  expect(isLoopbackHost('localhost.example.com')).toBe(false);
});

test('a name that leads to a forbidden address is refused when it is connected to', async () => {
  const looked = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    guardedLookup({ allowLoopback: false })('localhost', {}, (error) => resolve(error));
  });
  expect(looked?.code).toBe('EADDRFORBIDDEN');
  const policy = { allowLoopback: false };
  for (const url of [
    'http://localhost:9/',
    'http://127.1:9/',
    'http://0x7f000001/',
    'http://[::ffff:127.0.0.1]/',
    'ftp://1.1.1.1/',
  ]) {
    const failed = await sendRequest({ method: 'GET', url: new URL(url), timeoutMs: 2_000, policy }).catch(
      (e: unknown) => e,
    );
    expect([url, failed instanceof NoAnswer && failed.reason, (failed as NoAnswer).mayHaveArrived]).toEqual([
      url,
      'forbidden',
      false,
    ]);
  }
});
