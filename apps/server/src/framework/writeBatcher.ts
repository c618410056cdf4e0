/**
 * Writes what comes while something is being written together with all that came meanwhile: under load one transaction for
 * many, alone at once. What is written together succeeds or fails together.
 */
export class WriteBatcher<T> {
  readonly #write: (things: readonly T[]) => Promise<void>;
  #waiting: T[] = [];
  /** Ends when all that waits now is written. */
  #next: Promise<void> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(write: (things: readonly T[]) => Promise<void>) {
    this.#write = write;
  }

  /** Answers when it stands written. */
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
