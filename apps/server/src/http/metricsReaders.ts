import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../runtime/config.ts';

/** Any of them shows that a proxy passes on what somebody else asked. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Who may read the metrics: whoever sends the token; without one, only a program of this machine that asks directly. */
export function metricsReaders(token: string | undefined): (request: FastifyRequest) => boolean {
  if (token === undefined) {
    return ({ headers, socket, hostname }) =>
      isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, '')) &&
      isLoopback(hostname.replace(/^\[|\]$/g, '')) &&
      OF_PROXIES.every((name) => headers[name] === undefined);
  }
  const expected = digest(`Bearer ${token}`);
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected);
}
