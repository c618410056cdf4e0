import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** What was sent before the server stopped listening is read within this time; it is in buffers not read yet. */
const READ_MS = 250;
const SWEEP_MS = 50;

/**
 * Closes the server after every request it received is answered. It stops listening first, reads what was already on its
 * way, then closes idle connections. Answers meanwhile tell their clients to close the connection.
 */
export async function closeGracefully(http: FastifyInstance, isClosing: () => void): Promise<void> {
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

/** Marks answers with `connection: close` once the returned function is called. */
export function closeConnectionsAfterAnswers(http: FastifyInstance): () => void {
  let isClosing = false;
  http.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  return () => {
    isClosing = true;
  };
}
