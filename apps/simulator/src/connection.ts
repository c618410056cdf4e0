import type { FastifyReply } from 'fastify';

/** A caller that waits longer than this for a swallowed answer is disconnected, as in real networks. */
const LONGEST_SILENCE_MS = 10 * 60_000;

/** The calls in progress: those that will be answered, and those that never will be. */
export class OpenCalls {
  readonly #open = new Set<FastifyReply>();
  readonly #waiting = new Set<FastifyReply>();
  #onceNone: (() => void) | undefined;
  #isEnding = false;

  note(reply: FastifyReply): void {
    this.#open.add(reply);
    reply.raw.once('close', () => {
      this.#open.delete(reply);
      if (this.#open.size === 0) this.#onceNone?.();
    });
  }

  /** Never answers; the caller has to time out. */
  keepWaiting(reply: FastifyReply): void {
    reply.hijack();
    if (this.#isEnding) {
      reply.raw.destroy();
      return;
    }
    this.#waiting.add(reply);
    const timer = setTimeout(() => reply.raw.destroy(), LONGEST_SILENCE_MS);
    timer.unref();
    reply.raw.once('close', () => {
      clearTimeout(timer);
      this.#waiting.delete(reply);
    });
  }

  /** Disconnects callers that would never be answered, and waits until the others have their answers. */
  async end(): Promise<void> {
    this.#isEnding = true;
    for (const reply of this.#waiting) reply.raw.destroy();
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onceNone = resolve;
    });
  }
}

/** Closes the connection without an answer. */
export function hangUp(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}
