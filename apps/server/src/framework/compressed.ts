import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Below this a packet is not saved. */
const WORTH_BYTES = 1_400;

const CODINGS = {
  // 4 of 11: as quick as gzip and smaller.
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4, [zlib.BROTLI_PARAM_MODE]: 1 } }),
  gzip: (text: string) => promisify(gzip)(text),
} as const;

type Coding = keyof typeof CODINGS;

/** The better of our codings that an Accept-Encoding header admits; none where it names none. */
export function codingFor(header: string | string[] | undefined): Coding | undefined {
  const admitted = new Set(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
      .map((each) => each.split(';')[0]?.trim()),
  );
  return (['br', 'gzip'] as const).find((each) => admitted.has(each));
}

/**
 * Compresses answers that are texts (JSON, the console's page, metrics); streams and files go as they are. What an attacker
 * could learn from the length of an answer needs requests with its session, which no foreign page can make: a session is a
 * header, not a cookie.
 */
export function compressAnswers(http: FastifyInstance): void {
  http.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < WORTH_BYTES || reply.hasHeader('content-encoding'))
      return payload;
    const vary = reply.getHeader('vary');
    reply.header('vary', vary ? `${String(vary)}, accept-encoding` : 'accept-encoding');
    const coding = codingFor(request.headers['accept-encoding']);
    if (!coding) return payload;
    const body = await CODINGS[coding](payload);
    // Of this form of the answer: the same content in another coding is other bytes.
    const tag = reply.getHeader('etag');
    if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`);
    reply.header('content-encoding', coding).header('content-length', body.length);
    return body;
  });
}
