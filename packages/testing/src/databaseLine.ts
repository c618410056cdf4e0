import { connect, createServer, type Socket } from 'node:net';

/** A connection to a database with injectable network faults. */
export type DatabaseLine = {
  readonly url: string;
  /** Drops all connections; new ones are accepted. */
  readonly reset: () => void;
  /** Drops all connections and refuses new ones until repaired. */
  readonly cut: () => void;
  /** Swallows all traffic in both directions, like a firewall, until repaired. */
  readonly swallow: () => void;
  /** Swallows everything after this text is sent. */
  readonly swallowFrom: (words: string) => void;
  /** Delays every answer by this many milliseconds. */
  readonly delay: (ms: number) => void;
  /** Repairs the line. Connections whose traffic was swallowed are closed. */
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
