import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DOCUMENT_ONLY_HEADERS } from '../framework/secureHeaders.ts';

/** The page opens itself and what it asks for, and nothing of the console. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the built pages of public accounts: one page for every address below `/h5/<account>`, and for what a receiver confirms, its files for a year. */
export async function serveH5(http: FastifyInstance, folder: string): Promise<void> {
  const read = () => readFile(join(folder, 'index.html'), 'utf8');
  let page = await read();
  await http.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/h5/assets/',
    index: false,
    preCompressed: true,
    decorateReply: false,
    allowedPath: (path) => /^\/[\w-][\w.-]*(?<!\.(gz|br|map))$/.test(path),
    setHeaders: (reply, path) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      if (/\.(js|css)$/.test(path)) for (const name of DOCUMENT_ONLY_HEADERS) reply.removeHeader(name);
    },
  });
  const send = async (reply: FastifyReply) => {
    // A build first empties the folder.
    page = await read().catch(() => page);
    return reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(page);
  };
  for (const url of ['/h5/:account', '/h5/:account/', '/h5/:account/card'])
    http.get<{ Params: { account: string } }>(url, async (request, reply) => {
      if (!/^\d{1,18}$/.test(request.params.account)) return reply.callNotFound();
      return send(reply);
    });
  http.get('/h5/confirm/:key', async (_request, reply) => send(reply));
}
