import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { admittingImages, OF_DOCUMENTS } from '../framework/secureHeaders.ts';

/** What is never a screen: a wrong address below these answers as the API does. */
const NOT_SCREENS = /^\/(api|openapi|files|assets|healthz|readyz|metrics)(\/|$)/;

/**
 * Serves the built console: hashed files for a year, and its page for every address that a browser navigates to and that
 * is not the API's. The page itself is never cached, so that a new version is seen at once. `tilesOf` says where the page of
 * a host may fetch map tiles from; a page without its map is better than none.
 */
export async function serveConsole(
  http: FastifyInstance,
  folder: string,
  tilesOf: (host: string) => Promise<string | undefined>,
): Promise<void> {
  const page = await readFile(join(folder, 'index.html'));
  await http.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    // Maps lie there for the error log alone.
    globIgnore: ['**/*.gz', '**/*.br', '**/*.map'],
    index: false,
    // The build lays them beside the files.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isAsset = path.includes('/assets/');
      reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
      // A page of eighty scripts would carry them eighty times: as many bytes as its framework.
      if (isAsset && /\.(js|css)$/.test(path)) for (const name of OF_DOCUMENTS) reply.removeHeader(name);
    },
  });
  http.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (NOT_SCREENS.test(path)) return reply.callNotFound();
    const tiles = await tilesOf(request.host).catch(() => undefined);
    const policy = reply.getHeader('content-security-policy');
    if (tiles && policy) reply.header('content-security-policy', admittingImages(String(policy), tiles));
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}
