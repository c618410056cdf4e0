import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@cardinal/primitives/text.ts';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admittingImages, DOCUMENT_ONLY_HEADERS } from '../framework/secureHeaders.ts';

/** Paths that are never screens: a wrong URL below these gets the API's response. */
const NOT_SCREENS = /^\/(api|openapi|files|assets|healthz|readyz|metrics)(\/|$)/;

/** A file of the build's assets. Compressed copies are sent in its place; source maps are there for the error log only. */
const ASSET = /^\/assets\/[\w-][\w.-]*(?<!\.(gz|br|map))$/;

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/';

/**
 * Serves the built console: hashed files for a year, and its page for every URL a browser navigates to that is not the API's.
 * The page itself is never cached, so that a new version shows at once, also one that is built while the server runs. `tilesOf` says where a host's page may load map tiles
 * from; on an error the page comes without its map. `language` is that of the page, and of the console until somebody chooses one.
 */
export async function serveConsole(
  http: FastifyInstance,
  folder: string,
  tilesOf: (host: string) => Promise<string | undefined>,
  language: Language = 'zh_CN',
): Promise<void> {
  const index = join(folder, 'index.html');
  const read = async () => {
    const page = await readFile(index, 'utf8');
    return language === 'en' ? page.replace('<html lang="zh-CN">', '<html lang="en">') : page;
  };
  let page = await read();
  const served: FastifyStaticOptions = {
    root: folder,
    index: false,
    // The build writes the compressed files beside the originals.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isAsset = path.includes('/assets/');
      reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
      // A page loads eighty scripts; these headers on each would add as many bytes as its framework.
      if (isAsset && /\.(js|css)$/.test(path)) for (const name of DOCUMENT_ONLY_HEADERS) reply.removeHeader(name);
    },
  };
  await http.register(async (assets) => {
    // The folder is flat, so whatever is no plain name, such as a way out of it, is not found before it is looked for.
    assets.addHook('onRequest', (request, reply, next) =>
      ASSET.test(pathOf(request)) ? next() : reply.callNotFound(),
    );
    // Their names change with each build, so they are looked up when asked for.
    await assets.register(fastifyStatic, { ...served, root: join(folder, 'assets'), prefix: '/assets/' });
  });
  await http.register(fastifyStatic, {
    ...served,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.gz', '**/*.br'],
    decorateReply: false,
  });
  http.get('/*', async (request, reply) => {
    if (NOT_SCREENS.test(pathOf(request))) return reply.callNotFound();
    // A build first empties the folder.
    page = await read().catch(() => page);
    const tiles = await tilesOf(request.host).catch(() => undefined);
    const policy = reply.getHeader('content-security-policy');
    if (tiles && policy) reply.header('content-security-policy', admittingImages(String(policy), tiles));
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}
