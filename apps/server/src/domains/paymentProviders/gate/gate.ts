import { text } from '@cardinal/primitives/text.ts';
import { Histogram } from 'prom-client';
import type { Ctx } from '../../../framework/context.ts';
import { deskOf } from '../../../outbound/gate/desk.ts';
import { performCall } from '../../../outbound/gate/performCall.ts';
import type { Outcome, Reply } from '../../../outbound/gate/reply.ts';
import { sessionCache } from '../../../outbound/gate/sessions.ts';
import type { GateKind } from '../../../outbound/gate/standstill.ts';
import {
  type AnswerOf,
  type ArgsOf,
  type Credentials,
  mayRepeat,
  type ProviderAdapter,
  type ProviderLine,
  type ProviderOperation,
  providerAdapterOf,
} from '../../providerAdapters/face.ts';
import { merchantBeyondScope, openCredentials } from '../merchants/merchantStore.ts';
import type { MerchantRow } from '../merchants/merchantTables.ts';

/** The gate to the payment providers. */
const PROVIDERS: GateKind = {
  account: 'payment_providers.merchant',
  gate: 'payment_providers.gate',
  words: {
    unknown: text('商户不存在', 'Merchant not found'),
    paused: text('商户已暂停', 'Merchant paused'),
    off: text('商户已删除', 'Merchant deleted'),
    dayUsedUp: text('商户今日调用次数已用完', 'Daily call limit of the merchant reached'),
    down: text('支付渠道无响应，等待恢复', 'The payment provider is not responding; waiting for recovery'),
  },
};
const NO_SESSION = text('支付渠道不接受刚取得的令牌或证书', 'The payment provider rejected what it just issued');
const NOT_OFFERED = text('该支付渠道不支持此操作', 'This payment provider does not support this operation');
const TOO_FAST = text('支付渠道限流，稍后重试', 'Rate limited by the payment provider; will retry later');

const duration = new Histogram({
  name: 'cardinal_payment_provider_call_seconds',
  help: 'Calls to payment providers by merchant, operation and outcome',
  labelNames: ['merchant', 'provider', 'operation', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

const LOGGED = {
  ok: 'ok',
  refused: 'refused',
  tooMany: 'unavailable',
  sessionGone: 'unavailable',
  unclear: 'unclear',
  notSent: 'unavailable',
  badCredentials: 'unavailable',
} as const satisfies Record<Reply<unknown>['kind'], string>;
const MOST_WORDS = 300;

type Call = {
  readonly ctx: Ctx;
  readonly merchant: MerchantRow;
  readonly adapter: ProviderAdapter;
  readonly credentials: Credentials;
  readonly operation: ProviderOperation;
  /** Our number of what the call is about. */
  readonly subject: string | null;
};

/**
 * The only way to a payment provider. Waits for the merchant's budget, calls, repeats what may be repeated, and reports the
 * result; every request is logged without secrets. Never throws for what a provider does. Never call it inside a transaction.
 */
export async function callProvider<O extends ProviderOperation>(
  ctx: Ctx,
  merchantId: string,
  operation: O,
  args: ArgsOf<O>,
): Promise<Outcome<AnswerOf<O>>> {
  if (ctx.db.isTransaction) throw new Error('A payment provider is never called inside a transaction');
  const merchant = await merchantBeyondScope(ctx, merchantId);
  if (!merchant) return { kind: 'unavailable', words: PROVIDERS.words.unknown, retryAt: ctx.clock.now() };
  const adapter = providerAdapterOf(merchant.provider);
  const operate = operationOf(adapter, operation);
  if (!operate) return { kind: 'refused', code: 'notOffered', words: NOT_OFFERED };
  const call = {
    ctx,
    merchant,
    adapter,
    credentials: openCredentials(ctx, merchant),
    operation,
    subject: subjectOf(args),
  };
  return perform(call, (line) => operate(line, args));
}

/** One question with credentials or an address that are not stored yet; no budget. */
export async function tryProvider<O extends ProviderOperation>(
  ctx: Ctx,
  merchant: MerchantRow,
  credentials: Credentials,
  operation: O,
  args: ArgsOf<O>,
): Promise<Reply<AnswerOf<O>>> {
  const adapter = providerAdapterOf(merchant.provider);
  const operate = operationOf(adapter, operation);
  if (!operate) return { kind: 'refused', code: 'notOffered', words: NOT_OFFERED };
  const call = { ctx, merchant, adapter, credentials, operation, subject: null };
  const line = lineOf(call);
  const beganAt = performance.now();
  const opened = await adapter.operate.openSession?.(line, {});
  if (opened && opened.kind !== 'ok') {
    await keep({ ...call, operation: 'openSession' }, 1, opened, beganAt);
    return opened;
  }
  const reply = await operate(opened ? { ...line, session: opened.answer.token } : line, args);
  await keep(call, 1, reply, beganAt);
  return reply;
}

/** What the gate keeps for a merchant, for whoever reads its notices; undefined where it keeps nothing or cannot get it now. */
export async function providerSession(ctx: Ctx, merchant: MerchantRow, anew = false): Promise<string | undefined> {
  const adapter = providerAdapterOf(merchant.provider);
  if (anew) sessions.forget(sessionKey(merchant));
  const credentials = openCredentials(ctx, merchant);
  const session = await sessionOf({ ctx, merchant, adapter, credentials, operation: 'openSession', subject: null });
  return session.kind === 'ok' ? session.answer : undefined;
}

const operationOf = <O extends ProviderOperation>(adapter: ProviderAdapter, operation: O) =>
  adapter.operate[operation] as ((line: ProviderLine, args: ArgsOf<O>) => Promise<Reply<AnswerOf<O>>>) | undefined;

const sessions = sessionCache();
const sessionKey = (merchant: MerchantRow) => `${merchant.id} ${merchant.base_url} ${merchant.credentials}`;

async function sessionOf(call: Call): Promise<Outcome<string | undefined>> {
  const { openSession } = call.adapter.operate;
  if (!openSession) return { kind: 'ok', answer: undefined };
  return sessions.keep(sessionKey(call.merchant), () =>
    perform({ ...call, operation: 'openSession', subject: null }, (line) => openSession(line, {})),
  );
}

const perform = <A>(call: Call, operate: (line: ProviderLine) => Promise<Reply<A>>): Promise<Outcome<A>> => {
  const { ctx, merchant, operation } = call;
  return performCall<A>({
    desk: deskOf(ctx.beyondScope('the budget is the merchant’s, whoever calls'), PROVIDERS, merchant.id),
    urgency: 'now',
    signal: undefined,
    callsPerSecond: Number(merchant.calls_per_second),
    isQuestion: mayRepeat(operation),
    words: { tooFast: TOO_FAST, noSession: NO_SESSION },
    now: () => ctx.clock.now(),
    random: ctx.random,
    session: operation === 'openSession' ? undefined : () => sessionOf(call),
    forgetSession: () => sessions.forget(sessionKey(merchant)),
    operate: (hooks, session) => {
      const line = { ...lineOf(call), ...hooks };
      return operate(session === undefined ? line : { ...line, session });
    },
    log: (attempt, reply, beganAt) => keep(call, attempt, reply, beganAt),
  });
};

const lineOf = ({ ctx, merchant, credentials }: Call): ProviderLine => ({
  baseUrl: merchant.base_url,
  credentials,
  timeoutMs: merchant.timeout_ms,
  policy: { allowLoopback: !ctx.config.production },
  now: ctx.clock.now(),
});

async function keep(call: Call, attempt: number, reply: Reply<unknown>, beganAt: number): Promise<void> {
  const { ctx, merchant } = call;
  const seconds = (performance.now() - beganAt) / 1_000;
  const outcome = LOGGED[reply.kind];
  const labels = { merchant: merchant.id, provider: call.adapter.key, operation: call.operation, outcome };
  duration.observe(labels, seconds);
  await ctx
    .beyondScope('a call is logged with its merchant, whoever pays')
    .insertInto('payment_providers.call')
    .values({
      id: ctx.ids.next(),
      at: ctx.clock.now(),
      merchant_id: merchant.id,
      operation: call.operation,
      attempt,
      subject: call.subject,
      outcome,
      duration_ms: Math.round(seconds * 1_000),
      http_status: reply.httpStatus ?? null,
      provider_code: 'code' in reply ? (reply.code ?? null) : null,
      provider_words: 'words' in reply ? reply.words.zh.slice(0, MOST_WORDS) : null,
      reference: reply.reference ?? null,
      request_id: ctx.requestId,
    })
    .execute();
}

const subjectOf = (args: object): string | null =>
  'refundNo' in args
    ? String(args.refundNo)
    : 'tradeNo' in args
      ? String(args.tradeNo)
      : 'transferNo' in args
        ? String(args.transferNo)
        : 'contractNo' in args
          ? String(args.contractNo)
          : 'userNo' in args
            ? String(args.userNo)
            : null;
