import type { Outcome } from './reply.ts';

type Session = { readonly token: string; readonly until: number };
type Opened = { readonly token: string; readonly livesSeconds: number };

/** A token is not used in its last seconds: it would expire in transit. */
const MARGIN_MS = 30_000;

/**
 * What accounts keep between calls, in this process only, as long as the other side allows: a token, or the keys with which it
 * signs. A key names the account, its address and its credentials, so that nothing outlives what it was issued for.
 */
export function sessionCache() {
  const kept = new Map<string, Session>();
  const opening = new Map<string, Promise<Outcome<Opened>>>();
  return {
    /** The account's session; concurrent callers wait for the same answer. */
    async keep(key: string, open: () => Promise<Outcome<Opened>>): Promise<Outcome<string>> {
      const found = kept.get(key);
      if (found && found.until > performance.now()) return { kind: 'ok', answer: found.token };
      const asked = opening.get(key) ?? open();
      opening.set(key, asked);
      try {
        const outcome = await asked;
        if (outcome.kind !== 'ok') return outcome;
        const { token, livesSeconds } = outcome.answer;
        kept.set(key, { token, until: performance.now() + livesSeconds * 1_000 - MARGIN_MS });
        return { kind: 'ok', answer: token };
      } finally {
        if (opening.get(key) === asked) opening.delete(key);
      }
    },
    /** The other side no longer accepts it. */
    forget: (key: string): void => void kept.delete(key),
  };
}
