import { createServer } from 'node:net';

const USUAL = 8080;
/** Up to the simulator's own port. */
const TRIED = 10;

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });

/**
 * The port for the server when the usual one is taken: the next free one. Undefined leaves the choice to the server: when its port
 * was given, in production, where a proxy knows the port, and when the usual one is free.
 */
export async function otherWebPort(
  env: Readonly<Record<string, string | undefined>>,
  usual: number = USUAL,
): Promise<number | undefined> {
  const host = env['HOST'] || '127.0.0.1';
  if (env['PORT'] || env['NODE_ENV'] === 'production' || (await isFree(usual, host))) return undefined;
  for (let port = usual + 1; port < usual + TRIED; port += 1) if (await isFree(port, host)) return port;
  return undefined;
}
