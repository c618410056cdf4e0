import type { Ctx } from '../../../framework/context.ts';
import type { Tables } from '../../../framework/tables.ts';
import type { Urgency } from '../../../outbound/gate/urgencyRules.ts';
import type { OperationName } from '../../carrierAdapters/face.ts';

export type CallOutcome = 'ok' | 'refused' | 'unclear' | 'unavailable';

export type CallRow = {
  readonly accountId: string;
  readonly operation: OperationName;
  readonly attempt: number;
  readonly subject: string | null;
  readonly outcome: CallOutcome;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly carrierCode: string | null;
  readonly carrierWords: string | null;
  readonly reference: string | null;
  readonly taskId: string | null;
  readonly urgency: Urgency;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carriers.call': {
      id: string;
      at: Date;
      account_id: string;
      operation: OperationName;
      attempt: number;
      subject: string | null;
      outcome: CallOutcome;
      duration_ms: number;
      http_status: number | null;
      carrier_code: string | null;
      carrier_words: string | null;
      reference: string | null;
      task_id: string | null;
      request_id: string | null;
      /** Null in rows from before it was recorded. */
      urgency: Urgency | null;
    };
  }
}

export type PastCall = Omit<CallRow, 'urgency'> & { readonly at: Date };

/** Adds past calls to the log, for a demo. */
export async function logPastCalls(ctx: Ctx, calls: Iterable<PastCall>): Promise<void> {
  const rows = [...calls].map((call) => ({
    ...rowOf({ ...call, urgency: 'now' }),
    id: ctx.ids.next(),
    at: call.at,
    request_id: null,
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await ctx.db
      .insertInto('carriers.call')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .execute();
  }
}

const ROWS_PER_STATEMENT = 2_000;
const MOST_WORDS = 300;

const rowOf = (call: CallRow) => ({
  account_id: call.accountId,
  operation: call.operation,
  attempt: call.attempt,
  subject: call.subject,
  outcome: call.outcome,
  duration_ms: call.durationMs,
  http_status: call.httpStatus,
  carrier_code: call.carrierCode,
  carrier_words: call.carrierWords?.slice(0, MOST_WORDS) ?? null,
  reference: call.reference,
  task_id: call.taskId,
  urgency: call.urgency,
});

/** Logs a call and its result. No arguments but the card's number, no headers, no bodies. */
export async function logCall(ctx: Ctx, call: CallRow): Promise<void> {
  await ctx.db
    .insertInto('carriers.call')
    .values({ ...rowOf(call), id: ctx.ids.next(), at: ctx.clock.now(), request_id: ctx.requestId })
    .execute();
}

export type LoggedCall = Omit<Tables['carriers.call'], 'account_id' | 'subject' | 'task_id' | 'urgency'>;

/** Calls about one card in a period, oldest first, through accounts the caller may see. */
export const callsAbout = (
  ctx: Ctx,
  about: {
    readonly iccid: string;
    readonly operations: readonly OperationName[];
    readonly from: Date;
    readonly to: Date;
    readonly most: number;
  },
): Promise<LoggedCall[]> =>
  ctx.db
    .selectFrom('carriers.call as c')
    .innerJoin('carriers.account as a', 'a.id', 'c.account_id')
    .select(['c.id', 'c.at', 'c.operation', 'c.attempt', 'c.outcome', 'c.duration_ms', 'c.http_status'])
    .select(['c.carrier_code', 'c.carrier_words', 'c.reference', 'c.request_id'])
    .where('c.subject', '=', about.iccid)
    .where('c.operation', 'in', [...about.operations])
    .where('c.at', '>=', about.from)
    .where('c.at', '<=', about.to)
    .orderBy('c.at')
    .orderBy('c.id')
    .limit(about.most)
    .execute();
