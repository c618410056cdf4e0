import { type Text, text } from '@cardinal/primitives/text.ts';
import { Histogram } from 'prom-client';
import type { Ctx } from '../../../framework/context.ts';
import { deskOf } from '../../../outbound/gate/desk.ts';
import { performCall } from '../../../outbound/gate/performCall.ts';
import { sessionCache } from '../../../outbound/gate/sessions.ts';
import type { Urgency } from '../../../outbound/gate/urgencyRules.ts';
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
import { type CallOutcome, logCall } from './callLog.ts';
import { noteCarrierClock } from './carrierClock.ts';
import { keepingQuiet } from './quietCards.ts';
import { CARRIERS } from './standstills.ts';

export type CallAbout = {
  readonly taskId?: string | undefined;
  /** Ends the wait for the budget; a call that has begun is never aborted. */
  readonly signal?: AbortSignal | undefined;
  /** The priority among waiting calls; `now` by default, since somebody waits for the answer. */
  readonly urgency?: Urgency | undefined;
};

const UNREACHABLE_RETRY_MS = 5_000;

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

/** Their tokens. A carrier with a single live token returns the same to all processes. */
const sessions = sessionCache();
const sessionKey = (account: AccountRow) => `${account.id} ${account.base_url} ${account.credentials}`;

/** The token of this account's calls: the cached one, or a new one, requested like any other call. */
async function sessionOf(call: Call): Promise<Outcome<string | undefined>> {
  const { openSession } = call.adapter.operate;
  if (!openSession) return { kind: 'ok', answer: undefined };
  return sessions.keep(sessionKey(call.account), () =>
    perform({ ...call, operation: 'openSession', subject: null }, (line) => openSession(line, {})),
  );
}

const perform = <A>(call: Call, operate: (line: Line) => Promise<Reply<A>>): Promise<Outcome<A>> => {
  const { ctx, account, about, operation } = call;
  return performCall<A>({
    desk: deskOf(ctx.beyondScope('the budget is the account’s, whoever calls'), CARRIERS, account.id),
    urgency: about.urgency,
    signal: about.signal,
    callsPerSecond: Number(account.calls_per_second),
    isQuestion: isQuestion(operation),
    words: { tooFast: TOO_FAST, noSession: NO_SESSION },
    now: () => ctx.clock.now(),
    random: ctx.random,
    session: operation === 'openSession' ? undefined : () => sessionOf(call),
    forgetSession: () => sessions.forget(sessionKey(account)),
    operate: (hooks, session) => {
      const line = { ...lineOf(ctx, account, credentialsOf(ctx, account)), ...hooks };
      return operate(session === undefined ? line : { ...line, session });
    },
    log: (attempt, reply, beganAt) => keep(call, attempt, reply, beganAt),
  });
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

function subjectOf(args: object): string | null {
  if ('iccid' in args) return String(args.iccid);
  if ('eid' in args) return String(args.eid);
  if ('cards' in args) return `${(args.cards as readonly unknown[]).length} cards`;
  return 'messageId' in args ? String(args.messageId) : null;
}
