import { setTimeout as wait } from 'node:timers/promises';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Sign } from './breakerRules.ts';
import { windowOf } from './budgetRules.ts';
import type { Desk } from './desk.ts';
import type { Outcome, Reply } from './reply.ts';
import type { Urgency } from './urgencyRules.ts';

/** What the gate tells a call, and what the call tells the gate. */
export type CallHooks = {
  /**
   * Called before every request but the first: returns the previous one's slot in the account's budget and waits for another.
   * False if there is none: the call stops and returns what it has.
   */
  readonly nextBudgetSlot: () => Promise<boolean>;
  /** Called before a request is made. A call answered without a request returns its slot in the budget. */
  readonly onAsked: () => void;
  /** Called when a request has been sent: from then on its slot in the budget does not depend on the answer. */
  readonly onSent: () => void;
};

export type Performed<A> = {
  readonly desk: Desk;
  readonly urgency: Urgency | undefined;
  /** Ends the wait for the budget; a call that has begun is never aborted. */
  readonly signal: AbortSignal | undefined;
  readonly callsPerSecond: number;
  /** A question may be repeated without an answer; a change is asked once, unless it certainly never arrived. */
  readonly isQuestion: boolean;
  readonly words: { readonly tooFast: Text; readonly noSession: Text };
  readonly now: () => Date;
  readonly random: { readonly int: (below: number) => number };
  /** What the account keeps between calls; absent where it keeps nothing. */
  readonly session?: (() => Promise<Outcome<string | undefined>>) | undefined;
  readonly forgetSession?: (() => void) | undefined;
  readonly operate: (hooks: CallHooks, session: string | undefined) => Promise<Reply<A>>;
  /** Called for every attempt that made a request; `beganAt` by `performance.now()`, without our own waiting. */
  readonly log: (attempt: number, reply: Reply<A>, beganAt: number) => Promise<void>;
};

/** Attempts of a query without an answer; the wait between them doubles. */
const MOST_TRIES = 3;
const FIRST_WAIT_MS = 200;
/** Attempts of a call that was rate limited. */
const MOST_TURNED_AWAY = 5;
const UNREACHABLE_RETRY_MS = 5_000;
/** To a question about one thing, a 404 means that it is unknown. */
const HTTP_NOT_FOUND = 404;

const SIGN: Record<Reply<unknown>['kind'], Sign> = {
  ok: 'alive',
  refused: 'alive',
  tooMany: 'alive',
  sessionGone: 'alive',
  unclear: 'silent',
  notSent: 'unreachable',
  badCredentials: 'badCredentials',
};

/** Waits for the budget, calls, repeats what may be repeated, and reports the result. Never throws for what the other side does. */
export async function performCall<A>(call: Performed<A>): Promise<Outcome<A>> {
  const { desk, signal, urgency } = call;
  let silent = 0;
  let rateLimited = 0;
  let sessionsGone = 0;
  for (let attempt = 1; ; attempt++) {
    const session = await call.session?.();
    if (session && session.kind !== 'ok') return session;
    const entry = await desk.enter(signal, urgency);
    if (entry.kind === 'stop') return unavailable(call, entry.words, entry.waitMs);
    let leave: typeof entry.leave | undefined = entry.leave;
    let sent: typeof entry.sent | undefined = entry.sent;
    let beganAt = performance.now();
    const asked = { ever: false, inTurn: false };
    const onAsked = () => {
      asked.ever = true;
      asked.inTurn = true;
    };
    const nextBudgetSlot = async (): Promise<boolean> => {
      const pausedAt = performance.now();
      leave?.(asked.inTurn ? 'alive' : 'unused');
      leave = undefined;
      sent = undefined;
      asked.inTurn = false;
      const next = await desk.enter(signal, urgency);
      // Our own waiting time does not count as the other side's.
      beganAt += performance.now() - pausedAt;
      if (next.kind === 'go') ({ leave, sent } = next);
      return next.kind === 'go';
    };
    let reply: Reply<A>;
    try {
      reply = await call.operate({ nextBudgetSlot, onAsked, onSent: () => sent?.() }, session?.answer);
    } catch (error) {
      leave?.(asked.inTurn ? 'alive' : 'unused');
      throw error;
    }
    leave?.(asked.inTurn ? SIGN[reply.kind] : 'unused', 'words' in reply ? reply.words : undefined);
    if (asked.ever) await call.log(attempt, reply, beganAt);
    switch (reply.kind) {
      case 'ok':
        return { kind: 'ok', answer: reply.answer };
      case 'refused': {
        const isUnknown = reply.isUnknown || reply.httpStatus === HTTP_NOT_FOUND;
        return { kind: 'refused', code: reply.code, words: reply.words, ...(isUnknown ? { isUnknown } : {}) };
      }
      case 'badCredentials':
        return unavailable(call, reply.words, UNREACHABLE_RETRY_MS);
      case 'sessionGone': {
        // Nothing was done. One may expire at any moment; one that expires as soon as it is issued is the other side's fault.
        call.forgetSession?.();
        sessionsGone += 1;
        if (sessionsGone > 1) return unavailable(call, call.words.noSession, UNREACHABLE_RETRY_MS);
        break;
      }
      case 'tooMany': {
        rateLimited += 1;
        desk.rateLimited();
        const waitMs = windowOf(call.callsPerSecond).ms;
        if (rateLimited >= MOST_TURNED_AWAY) return unavailable(call, call.words.tooFast, waitMs * 2);
        await pause(call, waitMs);
        break;
      }
      default: {
        silent += 1;
        const mayAsk = reply.kind === 'notSent' || call.isQuestion;
        if (!mayAsk || silent >= MOST_TRIES || signal?.aborted) {
          return reply.kind === 'notSent'
            ? unavailable(call, reply.words, UNREACHABLE_RETRY_MS)
            : { kind: 'unclear', words: reply.words };
        }
        await pause(call, FIRST_WAIT_MS * 2 ** (silent - 1));
      }
    }
  }
}

const unavailable = ({ now }: Pick<Performed<unknown>, 'now'>, words: Text, waitMs: number) => ({
  kind: 'unavailable' as const,
  words,
  retryAt: new Date(now().getTime() + Math.max(0, waitMs)),
});

/** With some jitter, so that many waiting callers do not return at the same moment. */
async function pause({ random, signal }: Pick<Performed<unknown>, 'random' | 'signal'>, ms: number): Promise<void> {
  await wait(ms + random.int(Math.max(1, Math.floor(ms / 4))), undefined, signal ? { signal } : {}).catch(() => {});
}
