import type { Actor } from './context.ts';
import type { Scope } from './scoping.ts';

export type Caller = { readonly actor: Actor; readonly scope: Scope };

/** A stream ends at most this long, and one query, after its session or a right. */
const EVERY_MS = 300;

/** A session, used from an address. */
export type SessionAt = { readonly sessionId: string; readonly address: string };
type Watched = SessionAt & { caller: Caller; readonly end: () => void };

/**
 * Ends streams whose session has ended or no longer admits their address, or whose caller may see less or more than when they
 * opened; their pages open them anew with the rights of then. One query asks for all streams of this process, whichever process made the change.
 */
export function watchStreams(
  callersOf: (asked: readonly SessionAt[]) => Promise<readonly (Caller | undefined)[]>,
): (caller: Caller, address: string, end: () => void) => () => void {
  const open = new Set<Watched>();
  let isLooking = false;
  const lookSoon = () => {
    isLooking = open.size > 0;
    if (isLooking) setTimeout(look, EVERY_MS);
  };
  const look = async () => {
    const watched = [...open];
    // While the database is away nobody is told anything either.
    const callers = await callersOf(watched).catch(() => undefined);
    for (const [at, each] of callers ? watched.entries() : []) {
      const now = callers?.[at];
      if (now && isSame(now, each.caller)) each.caller = now;
      else each.end();
    }
    lookSoon();
  };
  return (caller, address, end) => {
    if (caller.actor.kind !== 'account') return () => {};
    const watched = { caller, sessionId: caller.actor.sessionId, address, end };
    open.add(watched);
    if (!isLooking) lookSoon();
    return () => open.delete(watched);
  };
}

/** The same rights over the same customers. */
function isSame({ actor: one, scope: hers }: Caller, { actor: other, scope: his }: Caller): boolean {
  if (one.kind !== 'account' || other.kind !== 'account' || hers.everything || his.everything) return false;
  return (
    one.mustChangePassword === other.mustChangePassword &&
    hold(one.permissions, other.permissions) &&
    (hers.customerIds === his.customerIds || hold(new Set(hers.customerIds), new Set(his.customerIds)))
  );
}

/** Rights that have not changed are mostly the same object. */
const hold = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one === other || (one.size === other.size && [...one].every((each) => other.has(each)));
