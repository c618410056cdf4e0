/** A new key for one change. `crypto.randomUUID` does not exist on plain http; `getRandomValues` does. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The key for the next attempt at the same change. While the outcome of an attempt is unknown, the same content is sent with
 * the same key, so that the server does it once. Other content or a clear answer starts a new key.
 */
export class AttemptKey {
  private open: { key: string; content: string } | undefined;

  next(content: string): string {
    if (this.open?.content !== content) this.open = { key: newIdempotencyKey(), content };
    return this.open.key;
  }

  /** The attempt succeeded or was refused. */
  close(): void {
    this.open = undefined;
  }
}
