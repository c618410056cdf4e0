import type { Clock } from '@cardinal/primitives/clock.ts';

/** Callers remembered at once; beyond it they are asked for again. */
const MOST = 10_000;

/**
 * Who a token is, for a moment: a screen asks many questions at once, and each would look its caller up anew. Only
 * questions rest on it. Every change looks its caller up itself, and every change of this process makes it forget all, so
 * that an ended session or a taken right is old only where another process ended or took it, and never older than `ms`.
 */
export class SessionMemory<Who> {
  readonly #ms: number;
  readonly #clock: Clock;
  #known = new Map<string, { readonly who: Who; readonly at: number; readonly moment: number }>();

  constructor(ms: number, clock: Clock) {
    this.#ms = ms;
    this.#clock = clock;
  }

  async whoIs(token: string, find: () => Promise<Who>): Promise<Who> {
    // Both clocks: the business one may be turned, or stand still.
    const at = performance.now();
    const moment = this.#clock.now().getTime();
    const found = this.#known.get(token);
    const isFresh = found && at - found.at < this.#ms && Math.abs(moment - found.moment) < this.#ms;
    if (isFresh) return found.who;
    const known = this.#known;
    const who = await find();
    if (known.size >= MOST) known.clear();
    // After a change this is a map that nobody reads any more.
    known.set(token, { who, at, moment });
    return who;
  }

  forget(): void {
    this.#known = new Map();
  }
}
