import { createServer } from 'node:net';

const TRIED = 10;

type Env = Readonly<Record<string, string | undefined>>;

/** The variables that give a program its port and host, and its port when they do not. */
type Wish = { readonly port: string; readonly host: string; readonly usual: number };

export const SERVER: Wish = { port: 'PORT', host: 'HOST', usual: 8080 };
export const SIMULATOR: Wish = { port: 'SIMULATOR_PORT', host: 'SIMULATOR_HOST', usual: 8090 };

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });

/**
 * The next free port when the usual one is taken. Undefined leaves the choice to the program: when its port was given, in
 * production, where a proxy knows the port, and when the usual one is free.
 */
export async function otherPort(env: Env, wish: Wish): Promise<number | undefined> {
  const host = env[wish.host] || '127.0.0.1';
  const { usual } = wish;
  // The server does not listen yet, but its port is given away.
  const isLeft = async (port: number) => String(port) !== env['PORT'] && (await isFree(port, host));
  if (env[wish.port] || env['NODE_ENV'] === 'production' || (await isLeft(usual))) return undefined;
  for (let port = usual + 1; port < usual + TRIED; port += 1) if (await isLeft(port)) return port;
  return undefined;
}
