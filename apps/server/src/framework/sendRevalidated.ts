import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A strong hash, so that no two responses share a tag. */
export const tagOf = (body: string): string => `"${createHash('sha256').update(body).digest('base64url')}"`;

/**
 * Sends a rarely changing response with an ETag of its content: a client that has it gets a 304. Clients must revalidate every
 * time, so nobody sees what is no longer theirs.
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
