import { keyHash } from '../cardWorld/keyHash.ts';

type Token = { readonly username: string; readonly untilMs: number };

/** How many transids are remembered per account. */
const REMEMBERED = 200_000;

/** The valid tokens, one per account, and the used transids. A restart forgets them. */
export class TokenDesk {
  readonly #tokens = new Map<string, Token>();
  readonly #ofAccount = new Map<string, string>();
  readonly #transids = new Map<string, Set<string>>();
  #given = 0;

  /** The valid token of an account with its remaining lifetime, or a new one; `renew` revokes the old one. */
  give(username: string, nowMs: number, seconds: number, renew: boolean): { token: string; ttlSeconds: number } {
    const live = this.#ofAccount.get(username);
    const known = live === undefined ? undefined : this.#tokens.get(live);
    if (live !== undefined && known && !renew && known.untilMs > nowMs) {
      return { token: live, ttlSeconds: Math.ceil((known.untilMs - nowMs) / 1000) };
    }
    if (live !== undefined) this.#tokens.delete(live);
    this.#given += 1;
    const token = keyHash(`${username} ${Date.now()} ${this.#given}`).slice(0, 32);
    this.#tokens.set(token, { username, untilMs: nowMs + seconds * 1000 });
    this.#ofAccount.set(username, token);
    return { token, ttlSeconds: seconds };
  }

  /** The account of a valid token. */
  ownerOf(token: string, nowMs: number): string | undefined {
    const found = this.#tokens.get(token);
    return found && found.untilMs > nowMs ? found.username : undefined;
  }

  /** Uses a transid; false if it was used before. */
  takeTransid(username: string, transid: string): boolean {
    const used = this.#transids.get(username) ?? new Set();
    this.#transids.set(username, used);
    if (used.has(transid)) return false;
    if (used.size >= REMEMBERED) used.clear();
    used.add(transid);
    return true;
  }
}
