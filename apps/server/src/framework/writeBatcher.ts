/**
 * Writes items that arrive during a write together afterwards: one transaction for many under load, immediately when idle.
 * Items written together succeed or fail together.
 */
export class WriteBatcher<T> {
  readonly #write: (things: readonly T[]) => Promise<void>;
  #waiting: T[] = [];
  /** Resolves when everything waiting now is written. */
  #next: Promise<void> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(write: (things: readonly T[]) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when the item is written. */
  add(thing: T): Promise<void> {
    this.#waiting.push(thing);
    this.#next ??= this.#writing.then(() => {
      const things = this.#waiting;
      this.#waiting = [];
      this.#next = undefined;
      const written = this.#write(things);
      this.#writing = written.catch(() => {});
      return written;
    });
    return this.#next;
  }
}
