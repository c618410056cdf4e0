import type { AnswerOf, Outcome } from '../../carrierAdapters/face.ts';
import type { AccountRow } from '../accounts/accountStore.ts';

type Session = { readonly token: string; readonly until: number };

/** A token is not used in its last seconds: it would expire in transit. */
const MARGIN_MS = 30_000;

const kept = new Map<string, Session>();
const opening = new Map<string, Promise<Outcome<AnswerOf<'openSession'>>>>();

/** New credentials or another address give another key, so that a token never outlives what it was issued for. */
const keyOf = (account: AccountRow) => `${account.id} ${account.base_url} ${account.credentials}`;

/**
 * The account's token, cached in this process as long as the carrier allows. Concurrent callers wait for the same answer. Other
 * processes have their own; a carrier with a single live token returns the same to all.
 */
export async function keptSession(
  account: AccountRow,
  open: () => Promise<Outcome<AnswerOf<'openSession'>>>,
): Promise<Outcome<string>> {
  const key = keyOf(account);
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
}

/** The carrier no longer accepts it. */
export const forgetSession = (account: AccountRow): void => void kept.delete(keyOf(account));
