import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The address a request comes from. Behind trusted proxies it is the last one of X-Forwarded-For that is not theirs; from
 * anybody else the header is ignored. What is no address counts as the proxy's. A dual-stack socket reports IPv4 in IPv6 form.
 */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = isIP(ip) ? ip : (socket.remoteAddress ?? '');
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** What one subscriber can choose addresses from: a single IPv4 address, or the first half of an IPv6 address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const half = [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${half.join(':')}::/64`;
}
