import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Time to read requests sent before the server stopped listening; they are still in unread buffers. */
const READ_MS = 250;
const SWEEP_MS = 50;

/**
 * Closes the server after every received request is answered. It first stops listening and reads what was already sent, then
 * closes idle connections. Responses meanwhile tell clients to close the connection.
 */
export async function closeGracefully(http: FastifyInstance, isClosing: () => void): Promise<void> {
  isClosing();
  if (http.server.listening) {
    // The HTTP server's own close would immediately destroy connections with an unread request.
    const allLeft = new Promise<void>((resolve) => Server.prototype.close.call(http.server, () => resolve()));
    await wait(READ_MS);
    const idle = setInterval(() => http.server.closeIdleConnections(), SWEEP_MS);
    await allLeft.finally(() => clearInterval(idle));
  }
  await http.close().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_SERVER_NOT_RUNNING') throw error;
  });
}

/** Adds `connection: close` to responses once the returned function is called. */
export function closeConnectionsAfterAnswers(http: FastifyInstance): () => void {
  let isClosing = false;
  http.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  return () => {
    isClosing = true;
  };
}
