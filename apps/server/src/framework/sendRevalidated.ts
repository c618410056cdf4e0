import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Strong enough that no two answers share it. */
export const tagOf = (body: string): string => `"${createHash('sha256').update(body).digest('base64url')}"`;

/**
 * Sends what seldom changes under a tag of its content: whoever has it already is told so instead of getting it again.
 * It is asked for each time, so nobody is shown what is no longer theirs.
 */
export function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  tag = tagOf(body),
): FastifyReply {
  reply
    .header('etag', tag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'authorization, accept-language');
  const known = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (known.includes(tag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}
