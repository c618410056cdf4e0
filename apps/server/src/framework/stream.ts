import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Outlet } from './domain.ts';

const BEAT_MS = 15_000;

const openStreams = new WeakMap<FastifyInstance, Set<() => void>>();

/** Ends all open streams of a closing server; their pages reconnect elsewhere. */
export function endStreams(server: FastifyInstance): void {
  for (const end of openStreams.get(server) ?? []) end();
}

/**
 * Server-sent events: a comment every 15 s keeps proxies from closing the connection. Ends with the client, with the server, and
 * when `watch` says so.
 */
export async function openOutlet(
  reply: FastifyReply,
  watch: (end: () => void) => () => void,
  run: (outlet: Outlet) => Promise<void>,
): Promise<FastifyReply> {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  } as Record<string, string>);
  raw.write(': open\n\n');
  const beat = setInterval(() => raw.write(': beat\n\n'), BEAT_MS);
  const streams = openStreams.get(reply.server) ?? new Set();
  openStreams.set(reply.server, streams);
  let end = () => {};
  const closed = new Promise<void>((resolve) => {
    end = resolve;
    raw.once('close', resolve);
  });
  streams.add(end);
  const unwatch = watch(end);
  const send: Outlet['send'] = (topic, data) => {
    if (!raw.writableEnded) raw.write(`event: ${topic}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  try {
    await run({ send, closed });
  } finally {
    clearInterval(beat);
    streams.delete(end);
    unwatch();
    raw.end();
  }
  return reply;
}
