import type { Actor } from './context.ts';
import type { Scope } from './scoping.ts';

export type Caller = { readonly actor: Actor; readonly scope: Scope };

/** A stream ends at most this long, and one query, after its session or a right. */
const EVERY_MS = 300;

type Watched = { caller: Caller; readonly sessionId: string; readonly end: () => void };

/**
 * Ends streams whose session has ended or whose caller may see less or more than when they opened; their pages open them anew
 * with the rights of then. One query asks for all streams of this process, whichever process made the change.
 */
export function watchStreams(
  callersOf: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Caller>>,
): (caller: Caller, end: () => void) => () => void {
  const open = new Set<Watched>();
  let isLooking = false;
  const lookSoon = () => {
    isLooking = open.size > 0;
    if (isLooking) setTimeout(look, EVERY_MS);
  };
  const look = async () => {
    const watched = [...open];
    // While the database is away nobody is told anything either.
    const callers = await callersOf([...new Set(watched.map(({ sessionId }) => sessionId))]).catch(() => undefined);
    for (const each of callers ? watched : []) {
      const now = callers?.get(each.sessionId);
      if (now && isSame(now, each.caller)) each.caller = now;
      else each.end();
    }
    lookSoon();
  };
  return (caller, end) => {
    if (caller.actor.kind !== 'account') return () => {};
    const watched = { caller, sessionId: caller.actor.sessionId, end };
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
