const MINUTE_MS = 60_000;

/** Counts the calls of each account in the last sixty seconds, without refused ones. */
export class MinuteGate {
  readonly #begun = new Map<string, number[]>();

  enter(username: string, nowMs: number, most: number | null): boolean {
    if (most === null) return true;
    const recent = (this.#begun.get(username) ?? []).filter((at) => at > nowMs - MINUTE_MS);
    this.#begun.set(username, recent);
    if (recent.length >= most) return false;
    recent.push(nowMs);
    return true;
  }
}
