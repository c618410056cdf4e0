import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

/** The environment variable that tells tests where programs are bundled. */
const DESK = 'CARDINAL_PROGRAM_DESK';
const root = join(import.meta.dirname, '..');

/** Files that a module finds beside itself stay where they are. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform(code, id) {
    if (!code.includes('import.meta.')) return undefined;
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(String(pathToFileURL(id))));
  },
};

/** One file of a program of ours; what it uses of others is found from the server's folder. */
async function bundle(program: string, folder: string): Promise<string> {
  const name = `${createHash('sha256').update(program).digest('hex').slice(0, 16)}.mjs`;
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    plugins: [keepPlaces],
    ssr: { noExternal: [/^@cardinal\//] },
    build: {
      ssr: program,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { entryFileNames: name } },
    },
  });
  return join(folder, name);
}

/**
 * Bundles programs for a run of tests that starts them again and again: a process that reads one file begins in half the time of one
 * that reads a thousand. Each is bundled once, when it is first asked for. Returns a function that removes them.
 */
export default async function keepBundles(): Promise<() => Promise<void>> {
  const folder = join(root, 'apps/server/node_modules/.programs', String(process.pid));
  const bundled = new Map<string, Promise<string>>();
  const desk = createServer((request, response) => {
    const program = decodeURIComponent(request.url?.slice(1) ?? '');
    const ready = bundled.get(program) ?? bundle(program, folder);
    bundled.set(program, ready);
    ready.then(
      (file) => response.end(file),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  process.env[DESK] = `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`;
  return async () => {
    desk.closeAllConnections();
    desk.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
