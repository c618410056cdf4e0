import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from './context.ts';
import { facts, type Host } from './executeEndpoint.ts';
import { EVERYTHING } from './scoping.ts';

export type CallbackCall = {
  readonly params: Readonly<Record<string, string>>;
  /** The address's query; of a repeated key the last value. */
  readonly query: Readonly<Record<string, string>>;
  /** For a repeated header the first value counts. */
  readonly header: (name: string) => string | undefined;
  /** The raw body: a signature covers these bytes, not the parsed JSON. */
  readonly body: string;
};
export type CallbackAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * A call from a carrier's system in its own protocol: no session, no envelope, not in our API documentation. The handler
 * authenticates the caller before trusting anything, and refuses others without a reason. An internal error is a bare 500,
 * after which the caller repeats the call.
 */
export type Callback = {
  readonly name: string;
  readonly method: 'POST' | 'GET';
  readonly path: string;
  /** Maximum body size. */
  readonly bodyBytes: number;
  /** Maximum calls per address and minute. */
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

const queryOf = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => [
      name,
      String(Array.isArray(value) ? value.at(-1) : value),
    ]),
  );

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
      query: queryOf(request.query),
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
