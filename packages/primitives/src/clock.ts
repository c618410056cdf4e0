/** Where the present comes from; nothing in the domain asks the machine for it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is turned: for tests and for replaying months of a customer's life. */
export class TurnableClock implements Clock {
  #ms: number;

  constructor(start: Date | string) {
    this.#ms = momentMs(start);
  }

  now(): Date {
    return new Date(this.#ms);
  }

  /** Jumps to a moment; backwards is allowed, as real clocks do it too. */
  set(moment: Date | string): void {
    this.#ms = momentMs(moment);
  }

  /** Moves on by milliseconds (or back by negative ones) and answers the new present. */
  advance(ms: number): Date {
    this.#ms = momentMs(new Date(this.#ms + ms));
    return this.now();
  }
}

function momentMs(moment: Date | string): number {
  const ms = new Date(moment).getTime();
  if (Number.isNaN(ms)) throw new RangeError(`Not a moment: ${String(moment)}`);
  return ms;
}
