import type { Ctx } from '../../framework/context.ts';
import type { OperationName } from './operations.ts';

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
};

declare module '../../framework/tables.ts' {
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
    };
  }
}

const MOST_WORDS = 300;
/** Keeps what a call was and how it ended. No arguments but the card's number, no headers, no bodies. */
export async function logCall(ctx: Ctx, call: CallRow): Promise<void> {
  await ctx.db
    .insertInto('carriers.call')
    .values({
      id: ctx.ids.next(),
      at: ctx.clock.now(),
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
      request_id: ctx.requestId,
    })
    .execute();
}
