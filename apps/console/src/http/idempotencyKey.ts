/** A fresh key for one change. `crypto.randomUUID` is missing on plain http, this is not. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The key for the next attempt at the same change. While it is unclear what became of an attempt, the same content goes
 * out under the same key, so that the server does it once; other content, or a clear answer, starts a new key.
 */
export class AttemptKey {
  private open: { key: string; content: string } | undefined;

  next(content: string): string {
    if (this.open?.content !== content) this.open = { key: newIdempotencyKey(), content };
    return this.open.key;
  }

  /** The attempt has a clear answer, good or bad. */
  close(): void {
    this.open = undefined;
  }
}
