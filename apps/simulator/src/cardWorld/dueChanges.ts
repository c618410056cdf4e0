import type { ChangeOrigin, FieldChange } from './cardEvents.ts';

/** A change that was accepted and has not taken effect yet. */
export type AskedChange = {
  readonly id: number;
  readonly iccid: string;
  readonly changes: readonly FieldChange[];
  /** Null while held. */
  readonly dueMs: number | null;
  readonly origin: ChangeOrigin;
  readonly by: string;
};

/** Accepted changes by due time; those of one moment in request order. */
export class DueChanges {
  readonly #waiting = new Map<number, AskedChange>();
  #queue: { readonly id: number; readonly dueMs: number }[] = [];
  #first = 0;
  #lastId = 0;

  get size(): number {
    return this.#waiting.size;
  }

  nextId(): number {
    return this.#lastId + 1;
  }

  add(asked: AskedChange): void {
    this.#waiting.set(asked.id, asked);
    this.#lastId = Math.max(this.#lastId, asked.id);
    if (asked.dueMs !== null) this.#place(asked.id, asked.dueMs);
  }

  release(id: number, dueMs: number): void {
    const asked = this.#waiting.get(id);
    if (!asked || asked.dueMs !== null) return;
    this.#waiting.set(id, { ...asked, dueMs });
    this.#place(id, dueMs);
  }

  remove(id: number): void {
    this.#waiting.delete(id);
  }

  /** The earliest change that is due by now; it stays until it is removed. */
  nextDue(nowMs: number): (AskedChange & { readonly dueMs: number }) | undefined {
    for (;;) {
      const head = this.#queue[this.#first];
      if (!head) {
        this.#queue = [];
        this.#first = 0;
        return undefined;
      }
      if (head.dueMs > nowMs) return undefined;
      const asked = this.#waiting.get(head.id);
      if (asked) return { ...asked, dueMs: head.dueMs };
      this.#first += 1;
    }
  }

  all(): IterableIterator<AskedChange> {
    return this.#waiting.values();
  }

  #place(id: number, dueMs: number): void {
    // Delays are mostly equal, so the insert position is at or near the end.
    let place = this.#queue.length;
    while (place > this.#first && this.#queue[place - 1]!.dueMs > dueMs) place -= 1;
    this.#queue.splice(place, 0, { id, dueMs });
  }
}
