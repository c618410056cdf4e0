import { setTimeout as wait } from 'node:timers/promises';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { Histogram } from 'prom-client';
import type { Ctx } from '../../../framework/context.ts';
import {
  type AnswerOf,
  type ArgsOf,
  adapterOfAccount,
  type CarrierAdapter,
  changesCard,
  isQuestion,
  type Line,
  type OperationName,
  type Outcome,
  type Reply,
} from '../../carrierAdapters/face.ts';
import { type AccountRow, accountBeyondScope, credentialsPlace } from '../accounts/accountStore.ts';
import type { Sign } from './breakerRules.ts';
import { deskOf } from './budgetDesk.ts';
import { windowOf } from './budgetRules.ts';
import { type CallOutcome, logCall } from './callLog.ts';
import { noteCarrierClock } from './carrierClock.ts';
import { keepingQuiet } from './quietCards.ts';
import { forgetSession, keptSession } from './sessionCache.ts';
import type { Urgency } from './urgencyRules.ts';

export type CallAbout = {
  readonly taskId?: string | undefined;
  /** Ends the wait for the budget; a call that has begun is never aborted. */
  readonly signal?: AbortSignal | undefined;
  /** The priority among waiting calls; `now` by default, since somebody waits for the answer. */
  readonly urgency?: Urgency | undefined;
};

/** Attempts of a query without an answer; the wait between them doubles. */
const MOST_TRIES = 3;
const FIRST_WAIT_MS = 200;
/** Attempts of a call the carrier has rate limited. */
const MOST_TURNED_AWAY = 5;
const UNREACHABLE_RETRY_MS = 5_000;
/** For a query about one card, a 404 means the card is unknown. */
const HTTP_NOT_FOUND = 404;

const NO_SUCH_ACCOUNT = text('通道不存在', 'Carrier account not found');
const NO_CREDENTIALS = text('接口未接入：未设置凭据', 'Not connected: no credentials set');
const NO_SESSION = text('运营商不接受刚取得的令牌', 'The carrier rejected the token it just issued');
const NOT_OFFERED = text('该通道不支持此操作', 'This carrier account does not support this operation');
const TOO_FAST = text('运营商限流，稍后重试', 'Rate limited by the carrier; will retry later');

const duration = new Histogram({
  name: 'cardinal_carrier_call_seconds',
  help: 'Calls to carriers by account, operation and outcome',
  labelNames: ['account', 'adapter', 'operation', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

/**
 * The only way to a carrier. Waits for the account's budget, calls, repeats queries, and reports the result; every request is
 * logged. Never throws for what a carrier does. A change is requested once: after `unclear`, find out its result first. Within
 * its card's quiet time it is not requested at all. Never call it inside a transaction, because a call may take long.
 */
export async function callCarrier<O extends OperationName>(
  ctx: Ctx,
  accountId: string,
  operation: O,
  args: ArgsOf<O>,
  about: CallAbout = {},
): Promise<Outcome<AnswerOf<O>>> {
  if (ctx.db.isTransaction) throw new Error('A carrier is never called inside a transaction');
  const account = await accountBeyondScope(ctx, accountId);
  if (!account) return unavailable(ctx, NO_SUCH_ACCOUNT, UNREACHABLE_RETRY_MS);
  const adapter = adapterOfAccount(account);
  const operate = adapter.operate[operation] as
    | ((line: Line, asked: ArgsOf<O>) => Promise<Reply<AnswerOf<O>>>)
    | undefined;
  if (!operate) return { kind: 'refused', code: 'notOffered', words: NOT_OFFERED };
  if (account.state === 'on' && !account.credentials) return unavailable(ctx, NO_CREDENTIALS, 60_000);
  const call = { ctx, account, adapter, operation, about, subject: subjectOf(args) };
  const make = () => perform(call, (line) => operate(line, args));
  const card = changesCard(operation) ? call.subject : null;
  return card === null ? make() : keepingQuiet(ctx, account, card, make);
}

/** One query with the given settings and no budget, for credentials or a profile not stored yet. Logged like any other call. */
export async function tryCarrier<O extends OperationName>(
  ctx: Ctx,
  account: AccountRow,
  credentials: Readonly<Record<string, string>>,
  operation: O,
  args: ArgsOf<O>,
  adapter: CarrierAdapter = adapterOfAccount(account),
): Promise<Reply<AnswerOf<O>>> {
  const { openSession } = adapter.operate;
  const operate = adapter.operate[operation] as
    | ((line: Line, asked: ArgsOf<O>) => Promise<Reply<AnswerOf<O>>>)
    | undefined;
  if (!operate) return { kind: 'refused', code: 'notOffered', words: NOT_OFFERED };
  const line = { ...lineOf(ctx, account, credentials), nextBudgetSlot: async () => true };
  const logged = async <A>(named: OperationName, asked: () => Promise<Reply<A>>): Promise<Reply<A>> => {
    const beganAt = performance.now();
    const reply = await asked();
    const subject = named === operation ? subjectOf(args) : null;
    await keep({ ctx, account, adapter, operation: named, about: {}, subject }, 1, reply, beganAt);
    return reply;
  };
  if (!openSession) return logged(operation, () => operate(line, args));
  const opened = await logged('openSession', () => openSession(line, {}));
  if (opened.kind !== 'ok') return opened;
  return logged(operation, () => operate({ ...line, session: opened.answer.token }, args));
}

type Call = {
  readonly ctx: Ctx;
  readonly account: AccountRow;
  readonly adapter: CarrierAdapter;
  readonly operation: OperationName;
  readonly about: CallAbout;
  readonly subject: string | null;
};

/** The token of this account's calls: the cached one, or a new one, requested like any other call. */
async function sessionOf(call: Call): Promise<Outcome<string | undefined>> {
  const { openSession } = call.adapter.operate;
  if (!openSession) return { kind: 'ok', answer: undefined };
  return keptSession(call.account, () =>
    perform({ ...call, operation: 'openSession', subject: null }, (line) => openSession(line, {})),
  );
}

async function perform<A>(call: Call, operate: (line: Line) => Promise<Reply<A>>): Promise<Outcome<A>> {
  const { ctx, account, about } = call;
  const desk = deskOf(ctx.beyondScope('the budget is the account’s, whoever calls'), account.id);
  let silent = 0;
  let rateLimited = 0;
  let sessionsGone = 0;
  for (let attempt = 1; ; attempt++) {
    const session = call.operation === 'openSession' ? undefined : await sessionOf(call);
    if (session && session.kind !== 'ok') return session;
    const entry = await desk.enter(about.signal, about.urgency);
    if (entry.kind === 'stop') return unavailable(ctx, entry.words, entry.waitMs);
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
      const next = await desk.enter(about.signal, about.urgency);
      // Our own waiting time does not count as the carrier's.
      beganAt += performance.now() - pausedAt;
      if (next.kind === 'go') ({ leave, sent } = next);
      return next.kind === 'go';
    };
    let reply: Reply<A>;
    try {
      const line = {
        ...lineOf(ctx, account, credentialsOf(ctx, account)),
        nextBudgetSlot,
        onAsked,
        onSent: () => sent?.(),
      };
      reply = await operate(session?.answer === undefined ? line : { ...line, session: session.answer });
    } catch (error) {
      leave?.(asked.inTurn ? 'alive' : 'unused');
      throw error;
    }
    leave?.(asked.inTurn ? SIGN[reply.kind] : 'unused', 'words' in reply ? reply.words : undefined);
    if (asked.ever) await keep(call, attempt, reply, beganAt);
    switch (reply.kind) {
      case 'ok':
        return { kind: 'ok', answer: reply.answer };
      case 'refused':
        return {
          kind: 'refused',
          code: reply.code,
          words: reply.words,
          ...(reply.isUnknownCard || reply.httpStatus === HTTP_NOT_FOUND ? { isUnknownCard: true } : {}),
        };
      case 'badCredentials':
        return unavailable(ctx, reply.words, UNREACHABLE_RETRY_MS);
      case 'sessionGone': {
        // Nothing was done. A token may expire at any moment; one that expires as soon as it is issued is the carrier's fault.
        forgetSession(account);
        sessionsGone += 1;
        if (sessionsGone > 1) return unavailable(ctx, NO_SESSION, UNREACHABLE_RETRY_MS);
        break;
      }
      case 'tooMany': {
        rateLimited += 1;
        desk.rateLimited();
        const waitMs = windowOf(Number(account.calls_per_second)).ms;
        if (rateLimited >= MOST_TURNED_AWAY) return unavailable(ctx, TOO_FAST, waitMs * 2);
        await pause(ctx, waitMs, about.signal);
        break;
      }
      default: {
        silent += 1;
        const mayAsk = reply.kind === 'notSent' || isQuestion(call.operation);
        if (!mayAsk || silent >= MOST_TRIES || about.signal?.aborted) {
          return reply.kind === 'notSent'
            ? unavailable(ctx, reply.words, UNREACHABLE_RETRY_MS)
            : { kind: 'unclear', words: reply.words };
        }
        await pause(ctx, FIRST_WAIT_MS * 2 ** (silent - 1), about.signal);
      }
    }
  }
}

const SIGN: Record<Reply<unknown>['kind'], Sign> = {
  ok: 'alive',
  refused: 'alive',
  tooMany: 'alive',
  sessionGone: 'alive',
  unclear: 'silent',
  notSent: 'unreachable',
  badCredentials: 'badCredentials',
};
const LOGGED: Record<Reply<unknown>['kind'], CallOutcome> = {
  ok: 'ok',
  refused: 'refused',
  tooMany: 'unavailable',
  sessionGone: 'unavailable',
  unclear: 'unclear',
  notSent: 'unavailable',
  badCredentials: 'unavailable',
};

async function keep(call: Call, attempt: number, reply: Reply<unknown>, beganAt: number): Promise<void> {
  const seconds = (performance.now() - beganAt) / 1_000;
  const outcome = LOGGED[reply.kind];
  const labels = { account: call.account.id, adapter: call.adapter.key, operation: call.operation, outcome };
  duration.observe(labels, seconds);
  await logCall(call.ctx, {
    accountId: call.account.id,
    operation: call.operation,
    attempt,
    subject: call.subject,
    outcome,
    durationMs: Math.round(seconds * 1_000),
    httpStatus: reply.httpStatus ?? null,
    carrierCode: 'code' in reply ? (reply.code ?? null) : null,
    carrierWords: 'words' in reply ? reply.words.zh : null,
    reference: reply.reference ?? null,
    taskId: call.about.taskId ?? null,
    urgency: call.about.urgency ?? 'now',
  });
}

const lineOf = (
  ctx: Ctx,
  account: AccountRow,
  credentials: Readonly<Record<string, string>>,
): Omit<Line, 'nextBudgetSlot'> => ({
  baseUrl: account.base_url,
  credentials,
  timeoutMs: account.timeout_ms,
  policy: { allowLoopback: !ctx.config.production },
  onDate: (date) => noteCarrierClock(account.id, date),
});

function credentialsOf(ctx: Ctx, account: AccountRow): Record<string, string> {
  const opened = ctx.secrets.open(account.credentials ?? '', credentialsPlace(account.id));
  return JSON.parse(opened) as Record<string, string>;
}

const unavailable = (ctx: Ctx, words: Text, waitMs: number) => ({
  kind: 'unavailable' as const,
  words,
  retryAt: new Date(ctx.clock.now().getTime() + Math.max(0, waitMs)),
});

/** With some jitter, so that many waiting callers do not return at the same moment. */
async function pause(ctx: Ctx, ms: number, signal: AbortSignal | undefined): Promise<void> {
  await wait(ms + ctx.random.int(Math.max(1, Math.floor(ms / 4))), undefined, signal ? { signal } : {}).catch(() => {});
}

function subjectOf(args: object): string | null {
  if ('iccid' in args) return String(args.iccid);
  if ('eid' in args) return String(args.eid);
  if ('cards' in args) return `${(args.cards as readonly unknown[]).length} cards`;
  return 'messageId' in args ? String(args.messageId) : null;
}
