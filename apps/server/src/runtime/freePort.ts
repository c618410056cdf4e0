import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the kernel's range for outgoing connections, so that a restart finds its port still free. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });

/** A free loopback port. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST}`);
}
