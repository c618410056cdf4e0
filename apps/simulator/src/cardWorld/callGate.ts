/** Statistics of an account's calls, for tests that a budget was kept. */
export type CallFigures = {
  readonly calls: number;
  readonly refused: number;
  readonly inFlight: number;
  readonly peakInFlight: number;
  /** The most calls that began within any 1,000 ms. */
  readonly peakPerSecond: number;
  readonly firstCallAtMs: number | null;
  readonly lastCallAtMs: number | null;
  readonly byOperation: Readonly<Record<string, number>>;
};

export type CallLimits = { readonly callsPerSecond: number | null; readonly callsInFlight: number | null };

const SECOND_MS = 1000;

/** Counts the calls of one account and refuses those beyond its limits, if set. A refused call consumes nothing. */
export class CallGate {
  #begun: number[] = [];
  #first = 0;
  #calls = 0;
  #refused = 0;
  #inFlight = 0;
  #peakInFlight = 0;
  #peakPerSecond = 0;
  #firstCallAtMs: number | null = null;
  #lastCallAtMs: number | null = null;
  #byOperation: Record<string, number> = {};

  /** Admits or refuses a call; an admitted call must `leave`. */
  enter(nowMs: number, limits: CallLimits): boolean {
    this.#forget(nowMs);
    const within = this.#begun.length - this.#first;
    if (
      (limits.callsPerSecond !== null && within >= limits.callsPerSecond) ||
      (limits.callsInFlight !== null && this.#inFlight >= limits.callsInFlight)
    ) {
      this.#refused += 1;
      return false;
    }
    this.#begun.push(nowMs);
    this.#calls += 1;
    this.#inFlight += 1;
    this.#peakInFlight = Math.max(this.#peakInFlight, this.#inFlight);
    this.#peakPerSecond = Math.max(this.#peakPerSecond, within + 1);
    this.#firstCallAtMs ??= nowMs;
    this.#lastCallAtMs = nowMs;
    return true;
  }

  leave(): void {
    this.#inFlight -= 1;
  }

  note(operation: string): void {
    this.#byOperation[operation] = (this.#byOperation[operation] ?? 0) + 1;
  }

  figures(): CallFigures {
    return {
      calls: this.#calls,
      refused: this.#refused,
      inFlight: this.#inFlight,
      peakInFlight: this.#peakInFlight,
      peakPerSecond: this.#peakPerSecond,
      firstCallAtMs: this.#firstCallAtMs,
      lastCallAtMs: this.#lastCallAtMs,
      byOperation: { ...this.#byOperation },
    };
  }

  /** Resets the counts; calls in flight stay in flight. */
  reset(): void {
    this.#begun = [];
    this.#first = 0;
    this.#calls = 0;
    this.#refused = 0;
    this.#peakInFlight = this.#inFlight;
    this.#peakPerSecond = 0;
    this.#firstCallAtMs = null;
    this.#lastCallAtMs = null;
    this.#byOperation = {};
  }

  #forget(nowMs: number): void {
    while (this.#first < this.#begun.length && this.#begun[this.#first]! <= nowMs - SECOND_MS) this.#first += 1;
    if (this.#first > 1024) {
      this.#begun = this.#begun.slice(this.#first);
      this.#first = 0;
    }
  }
}
