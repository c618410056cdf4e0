import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** Notations of local and private addresses, most aimed at filters that read addresses as text. */
const HOSTS = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '0',
    '0.0.0.0',
  ],
  ...[
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '2130706433',
    '127.0.0.0x1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '%31%32%37.0.0.1',
  ],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
  ],
  ...['[2002:7f00:1::]', '[fe80::1]', '[fc00::1]', '[ff02::1]', '10.0.0.1', '0xa000001', '167772161', '172.16.0.1'],
  ...['192.168.0.1', '0300.0250.0.1', '169.254.169.254', '2852039166', '0xa9fea9fe', '100.100.100.200', '198.18.0.1'],
  ...['user@127.0.0.1', '1.1.1.1@127.0.0.1', '224.0.0.1', '255.255.255.255'],
];

test('forty ways to write a forbidden address open no connection', async () => {
  let connections = 0;
  const server = createServer((_, answer) => answer.end('inside'));
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  expect(new Set(HOSTS).size).toBeGreaterThanOrEqual(40);
  try {
    for (const host of HOSTS) {
      const url = new URL(`http://${host}:${port}/`);
      const ask = sendRequest({ method: 'GET', url, timeoutMs: 2_000, policy: { allowLoopback: false } });
      const failed = await ask.catch((error: unknown) => error);
      // Not every machine resolves every name; what matters is that nothing was sent.
      expect([host, failed instanceof NoAnswer && !failed.mayHaveArrived]).toEqual([host, true]);
    }
    expect(connections).toBe(0);
    // The same listener answers permitted callers.
    const url = new URL(`http://127.0.0.1:${port}/`);
    const answer = await sendRequest({ method: 'GET', url, timeoutMs: 2_000, policy: { allowLoopback: true } });
    expect([answer.text, connections]).toEqual(['inside', 1]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('an answer that leads elsewhere is not followed', async () => {
  let asked = 0;
  const server = createServer((_, answer) => {
    asked += 1;
    answer.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const answer = await sendRequest({ method: 'GET', url, timeoutMs: 2_000, policy: { allowLoopback: true } });
  expect([answer.status, asked]).toEqual([302, 1]);
  server.closeAllConnections();
  server.close();
});
