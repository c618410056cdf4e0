/** The source of the current time; the domain never asks the machine. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that moves only when set: for tests and for simulating months. */
export class TurnableClock implements Clock {
  #ms: number;

  constructor(start: Date | string) {
    this.#ms = momentMs(start);
  }

  now(): Date {
    return new Date(this.#ms);
  }

  /** Sets the time; backwards is allowed, since real clocks do it too. */
  set(moment: Date | string): void {
    this.#ms = momentMs(moment);
  }

  /** Advances by milliseconds (or goes back) and returns the new time. */
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
