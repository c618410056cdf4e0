import { BlockList, isIP } from 'node:net';
import { type Text, text } from '@cardinal/primitives/text.ts';

const internal = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  internal.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  internal.addSubnet(net, bits, 'ipv6');
}

const PRIVATE_NETWORK = text('内网', 'Private network');

/** The location of an address as far as the address itself tells; unknown for a public one (docs/decisions/0010). */
export function placeOf(address: string): Text | undefined {
  // A dual-stack socket reports IPv4 addresses in IPv6 form.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  if (family === 0) return undefined;
  return internal.check(plain, family === 4 ? 'ipv4' : 'ipv6') ? PRIVATE_NETWORK : undefined;
}
