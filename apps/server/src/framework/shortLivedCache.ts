import type { Clock } from '@cardinal/primitives/clock.ts';

/** So many answers are kept at once; beyond it all are asked for again. */
const MOST = 10_000;

/**
 * What was found, for a moment: a screen asks many questions at once, and each would look its caller up anew, and the
 * settings that hold for it. Only questions rest on it. Every change looks by itself, and every change of this process
 * makes it forget all, so that an ended session, a taken right or another setting is old only where another process
 * made it so, and never older than `ms`.
 */
export class ShortLivedCache {
  readonly #ms: number;
  readonly #clock: Clock;
  #known = new Map<string, { readonly found: unknown; readonly at: number; readonly moment: number }>();

  constructor(ms: number, clock: Clock) {
    this.#ms = ms;
    this.#clock = clock;
  }

  /** What stands under a key, which says all that it depends on; a failure is not kept. */
  async getOrFind<Found>(key: string, find: () => Promise<Found>): Promise<Found> {
    // Both clocks: the business one may be turned, or stand still.
    const at = performance.now();
    const moment = this.#clock.now().getTime();
    const known = this.#known.get(key);
    const isFresh = known && at - known.at < this.#ms && Math.abs(moment - known.moment) < this.#ms;
    if (isFresh) return known.found as Found;
    const memory = this.#known;
    const found = await find();
    if (memory.size >= MOST) memory.clear();
    // After a change this is a map that nobody reads any more.
    if (this.#ms > 0) memory.set(key, { found, at, moment });
    return found;
  }

  forget(): void {
    this.#known = new Map();
  }
}
