import type { Clock } from '@cardinal/primitives/clock.ts';

/** Maximum number of cached results; beyond it the cache is cleared. */
const MOST = 10_000;

/**
 * A short-lived cache: a screen sends many queries at once, and each would read its caller and settings again. Only queries use
 * it. Changes read anew, and every change in this process clears it. An ended session, a revoked permission or a changed
 * setting is therefore stale only if another process changed it, and for at most `ms`.
 */
export class ShortLivedCache {
  readonly #ms: number;
  readonly #clock: Clock;
  #known = new Map<string, { readonly found: unknown; readonly at: number; readonly moment: number }>();

  constructor(ms: number, clock: Clock) {
    this.#ms = ms;
    this.#clock = clock;
  }

  /** The result for a key, which must contain everything it depends on; a failure is not cached. */
  async getOrFind<Found>(key: string, find: () => Promise<Found>): Promise<Found> {
    // Checks both clocks: tests may move or stop the business clock.
    const at = performance.now();
    const moment = this.#clock.now().getTime();
    const known = this.#known.get(key);
    const isFresh = known && at - known.at < this.#ms && Math.abs(moment - known.moment) < this.#ms;
    if (isFresh) return known.found as Found;
    const memory = this.#known;
    const found = await find();
    if (memory.size >= MOST) memory.clear();
    // After a change this map is no longer used.
    if (this.#ms > 0) memory.set(key, { found, at, moment });
    return found;
  }

  forget(): void {
    this.#known = new Map();
  }
}
