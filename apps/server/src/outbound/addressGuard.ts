import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Which addresses the program may call: never private ones, whatever somebody entered in a form. */
export type AddressPolicy = {
  /** For simulators on this machine; never in production. */
  readonly allowLoopback: boolean;
};

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const forbidden = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  forbidden.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  forbidden.addSubnet(net, bits, 'ipv6');
}

/** `::ffff:10.0.0.1` is 10.0.0.1 in another notation; the hexadecimal form too. */
function plainAddress(address: string): string {
  const bare = address.replace(/^\[|\]$/g, '').split('%')[0] ?? '';
  if (isIP(bare) !== 6) return bare;
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (!mapped) return canonical;
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** Whether an address may be called at all. */
export function mayCall(address: string, policy: AddressPolicy): boolean {
  const plain = plainAddress(address);
  const family = isIP(plain);
  if (family === 0) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  if (loopback.check(plain, kind)) return policy.allowLoopback;
  return !forbidden.check(plain, kind);
}

/** Whether a host is an address of this machine, by its spelling alone. */
export function isLoopbackHost(host: string): boolean {
  const plain = plainAddress(host);
  const family = isIP(plain);
  return host === 'localhost' || (family > 0 && loopback.check(plain, family === 4 ? 'ipv4' : 'ipv6'));
}

export class AddressForbidden extends Error {
  readonly code = 'EADDRFORBIDDEN';
  constructor(host: string) {
    super(`calls to ${host} are not allowed`);
    this.name = 'AddressForbidden';
  }
}

/**
 * Resolves a name for one connection and returns only permitted addresses: the check covers the very address that is connected
 * to, so DNS rebinding gains nothing.
 */
export const guardedLookup =
  (policy: AddressPolicy): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 4);
      const open = addresses.filter(({ address }) => mayCall(address, policy));
      const [first] = open;
      if (!first) return done(new AddressForbidden(host), '', 4);
      if (options.all) return done(null, open);
      return done(null, first.address, first.family);
    });
  };
