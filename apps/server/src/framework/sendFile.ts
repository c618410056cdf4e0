import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileAnswer } from './domain.ts';

/** Sends a file with its name in both header forms; one byte range is honoured so that an interrupted download resumes. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const plain = file.fileName.replace(/[^\w.-]/g, '_');
  reply
    .header('content-type', file.type)
    .header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    )
    .header('cache-control', file.neverChanges ? 'public, max-age=31536000, immutable' : 'private, no-store')
    .header('accept-ranges', 'bytes');
  const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  if (!asked) return reply.header('content-length', file.bytes).send(file.stream());
  const start = Number(asked[1]);
  const end = asked[2] ? Math.min(Number(asked[2]), file.bytes - 1) : file.bytes - 1;
  if (start > end) return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${file.bytes}`)
    .header('content-length', end - start + 1)
    .send(file.stream({ start, end }));
}
