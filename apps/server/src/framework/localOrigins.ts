import { IDEMPOTENCY_HEADER } from '@cardinal/contract/framework/idempotency.ts';
import { UNATTENDED_HEADER } from '@cardinal/contract/framework/unattended.ts';
import type { FastifyInstance } from 'fastify';

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/** Origins a console may call besides its own host: other servers on the same machine, outside production only. */
export const LOCAL_ORIGINS = ['http://127.0.0.1:*', 'http://localhost:*'];

const HEADERS = [
  'authorization',
  'accept-language',
  'content-type',
  'last-event-id',
  IDEMPOTENCY_HEADER,
  UNATTENDED_HEADER,
  'x-cancel-duplicate',
  'x-request-key',
].join(', ');

/**
 * Permits calls from a console on another port of this machine, as a stored development host allows. Cookies are not used, so
 * only the holder of a session token can read responses.
 */
export function allowLocalOrigins(http: FastifyInstance): void {
  http.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!origin || !LOOPBACK.test(origin)) return;
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', 'x-request-id, content-disposition')
      .header('vary', 'origin');
    if (request.method !== 'OPTIONS') return;
    await reply
      .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
      .header('access-control-allow-headers', HEADERS)
      .header('access-control-max-age', '600')
      .code(204)
      .send();
  });
}
