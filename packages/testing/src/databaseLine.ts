import { connect, createServer, type Socket } from 'node:net';

/** A line to a database on which everything may happen that happens to lines. */
export type DatabaseLine = {
  readonly url: string;
  /** Whoever is connected is thrown out; the next may come at once. */
  readonly reset: () => void;
  /** The same, and nobody is let in until it is mended. */
  readonly cut: () => void;
  /** Nothing that is said arrives on either side, as behind a firewall, until it is mended. */
  readonly swallow: () => void;
  /** Swallows everything from the moment on at which somebody says this. */
  readonly swallowFrom: (words: string) => void;
  /** Every answer comes so many milliseconds later. */
  readonly delay: (ms: number) => void;
  /** As it was at first. What was swallowed is lost for the connections that carried it: they end. */
  readonly mend: () => void;
  readonly close: () => void;
};

export async function openLine(target: string): Promise<DatabaseLine> {
  const goal = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  let isSwallowing = false;
  let lastWords: string | undefined;
  let delayMs = 0;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(goal.port), goal.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    near.on('data', (chunk) => {
      if (lastWords && chunk.includes(lastWords)) isSwallowing = true;
      if (!isSwallowing) far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (isSwallowing) return;
      if (delayMs === 0) near.write(chunk);
      else setTimeout(() => near.write(chunk), delayMs);
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(target);
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as { port: number }).port);
  const reset = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: address.toString(),
    reset,
    cut: () => {
      isCut = true;
      reset();
    },
    swallow: () => {
      isSwallowing = true;
    },
    swallowFrom: (words) => {
      lastWords = words;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    mend: () => {
      if (isSwallowing) reset();
      lastWords = undefined;
      [isCut, isSwallowing, delayMs] = [false, false, 0];
    },
    close: () => {
      reset();
      server.close();
    },
  };
}
