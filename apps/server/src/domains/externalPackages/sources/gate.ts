import { randomBytes } from 'node:crypto';
import { text } from '@cardinal/primitives/text.ts';
import { Histogram } from 'prom-client';
import type { Ctx } from '../../../framework/context.ts';
import { deskOf } from '../../../outbound/gate/desk.ts';
import { performCall } from '../../../outbound/gate/performCall.ts';
import type { Outcome, Reply } from '../../../outbound/gate/reply.ts';
import type { GateKind } from '../../../outbound/gate/standstill.ts';
import type { AnswerOf, ArgsOf, Credentials, SourceLine, SourceOperation } from '../adapters/operations.ts';
import { protocolOf } from '../adapters/protocols.ts';
import type { SourceRow } from '../externalTables.ts';
import { beyond, openCredentials } from './sourceStore.ts';

const SOURCES: GateKind = {
  account: 'external_packages.source',
  gate: 'external_packages.gate',
  words: {
    unknown: text('来源不存在', 'Source not found'),
    paused: text('来源已暂停', 'Source paused'),
    off: text('来源已停用', 'Source disabled'),
    dayUsedUp: text('来源今日调用次数已用完', 'Daily call limit of the source reached'),
    down: text('来源无响应，等待恢复', 'The source is not responding; waiting for recovery'),
  },
};
const TOO_FAST = text('来源限流，稍后重试', 'Rate limited by the source; will retry later');

const duration = new Histogram({
  name: 'cardinal_external_source_call_seconds',
  help: 'Calls to sources of external packages by source, operation and outcome',
  labelNames: ['source', 'adapter', 'operation', 'outcome'],
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
const NONCE_BYTES = 18;

/**
 * The only way to a source: waits for its budget, asks, repeats questions that have no answer, and reports the result. An
 * order is sent once. Never call it inside a transaction.
 */
export async function askSource<O extends SourceOperation>(
  ctx: Ctx,
  source: SourceRow,
  operation: O,
  args: ArgsOf<O>,
  signal?: AbortSignal,
): Promise<Outcome<AnswerOf<O>>> {
  if (ctx.db.isTransaction) throw new Error('A source is never called inside a transaction');
  const credentials = openCredentials(ctx, source);
  return performCall<AnswerOf<O>>({
    desk: deskOf(ctx.beyondScope('the budget is the source’s, whoever asks'), SOURCES, source.id),
    urgency: 'now',
    signal,
    callsPerSecond: Number(source.calls_per_second),
    isQuestion: operation !== 'order',
    words: { tooFast: TOO_FAST, noSession: TOO_FAST },
    now: () => ctx.clock.now(),
    random: ctx.random,
    operate: (hooks) => operate(ctx, source, credentials, operation, args, hooks),
    log: (attempt, reply, beganAt) => keep(ctx, source, operation, attempt, reply, beganAt),
  });
}

/** One question with an address or credentials that are not stored yet; no budget. */
export async function trySource<O extends SourceOperation>(
  ctx: Ctx,
  source: SourceRow,
  credentials: Credentials,
  operation: O,
  args: ArgsOf<O>,
): Promise<Reply<AnswerOf<O>>> {
  const beganAt = performance.now();
  const reply = await operate(ctx, source, credentials, operation, args, {});
  await keep(ctx, source, operation, 1, reply, beganAt);
  return reply;
}

function operate<O extends SourceOperation>(
  ctx: Ctx,
  source: SourceRow,
  credentials: Credentials,
  operation: O,
  args: ArgsOf<O>,
  hooks: Partial<SourceLine>,
): Promise<Reply<AnswerOf<O>>> {
  const line: SourceLine = {
    ...hooks,
    baseUrl: source.base_url,
    credentials,
    timeoutMs: source.timeout_ms,
    policy: { allowLoopback: !ctx.config.production },
    now: ctx.clock.now(),
    nonce: randomBytes(NONCE_BYTES).toString('base64url'),
  };
  const asked = protocolOf(source.adapter).operate[operation] as (
    line: SourceLine,
    args: ArgsOf<O>,
  ) => Promise<Reply<AnswerOf<O>>>;
  return asked(line, args);
}

async function keep(
  ctx: Ctx,
  source: SourceRow,
  operation: SourceOperation,
  attempt: number,
  reply: Reply<unknown>,
  beganAt: number,
): Promise<void> {
  const seconds = (performance.now() - beganAt) / 1_000;
  const outcome = LOGGED[reply.kind];
  duration.observe({ source: source.id, adapter: source.adapter, operation, outcome }, seconds);
  await beyond(ctx)
    .insertInto('external_packages.call')
    .values({
      id: ctx.ids.next(),
      at: ctx.clock.now(),
      source_id: source.id,
      operation,
      attempt,
      outcome,
      duration_ms: Math.round(seconds * 1_000),
      http_status: reply.httpStatus ?? null,
      source_code: 'code' in reply ? (reply.code ?? null) : null,
      source_words: 'words' in reply ? reply.words.zh.slice(0, MOST_WORDS) : null,
      request_id: ctx.requestId ?? null,
    })
    .execute();
}
