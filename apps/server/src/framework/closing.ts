import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** What was sent before the door closed is read within this time; it lies in buffers the server has not looked into. */
const READ_MS = 250;
const SWEEP_MS = 50;

/**
 * Closes the server so that nobody who has asked goes without an answer: first the door alone, then, when what was
 * already on its way is read, the connections that stand idle. Every answer meanwhile asks its client not to come back.
 */
export async function closeInOrder(http: FastifyInstance, isClosing: () => void): Promise<void> {
  isClosing();
  if (http.server.listening) {
    // The HTTP server's own close would at once destroy connections whose request it has not read yet.
    const allLeft = new Promise<void>((resolve) => Server.prototype.close.call(http.server, () => resolve()));
    await wait(READ_MS);
    const idle = setInterval(() => http.server.closeIdleConnections(), SWEEP_MS);
    await allLeft.finally(() => clearInterval(idle));
  }
  await http.close().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_SERVER_NOT_RUNNING') throw error;
  });
}

/** Marks answers with `connection: close` from the moment the answered function is called. */
export function partingAnswers(http: FastifyInstance): () => void {
  let isClosing = false;
  http.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  return () => {
    isClosing = true;
  };
}
