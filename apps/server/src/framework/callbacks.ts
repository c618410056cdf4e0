import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from './context.ts';
import { facts, type Host } from './executeEndpoint.ts';
import { EVERYTHING } from './scoping.ts';

export type CallbackCall = {
  readonly params: Readonly<Record<string, string>>;
  /** A repeated header counts by its first value. */
  readonly header: (name: string) => string | undefined;
  /** As it came: what was signed is not what JSON makes of it. */
  readonly body: string;
};
export type CallbackAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * What a carrier's system calls on us in a protocol of its own: no session, no envelope, not in our API document. The
 * handler proves who calls before it believes anything, and answers strangers without a reason. An error of ours is a bare
 * 500, upon which the caller tells it again.
 */
export type Callback = {
  readonly name: string;
  readonly method: 'POST' | 'GET';
  readonly path: string;
  /** Largest body. */
  readonly bodyBytes: number;
  /** At most this many calls per address and minute. */
  readonly perMinute: number;
  readonly handle: (ctx: Ctx, call: CallbackCall) => Promise<CallbackAnswer>;
};

const MINUTE_MS = 60_000;

export async function serveCallbacks(http: FastifyInstance, host: Host, callbacks: readonly Callback[]): Promise<void> {
  await http.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    door.setErrorHandler((error, _request, reply) => {
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      return reply.code(status).send();
    });
    for (const callback of callbacks) {
      door.route({
        method: callback.method,
        url: callback.path,
        bodyLimit: callback.bodyBytes,
        config: { rateLimit: { max: callback.perMinute, timeWindow: MINUTE_MS } },
        handler: (request, reply) => serve(host, callback, request, reply),
      });
    }
  });
}

async function serve(host: Host, callback: Callback, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const actor = { kind: 'system' as const, name: callback.name };
  const ctx = host.context({ actor, scope: EVERYTHING }, facts(request), () => {}, false);
  try {
    const {
      status,
      headers = {},
      body,
    } = await callback.handle(ctx, {
      params: request.params as Record<string, string>,
      header: (name) => {
        const value = request.headers[name];
        return Array.isArray(value) ? value[0] : value;
      },
      body: typeof request.body === 'string' ? request.body : '',
    });
    return reply.code(status).headers(headers).send(body);
  } catch (error) {
    host.reportFault({ requestId: request.id, actor, endpoint: callback.name }, error);
    return reply.code(500).send();
  }
}
