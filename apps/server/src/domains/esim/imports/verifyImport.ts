import { setTimeout as pause } from 'node:timers/promises';
import type { numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { esimImportNotWaiting } from '@cardinal/contract/api/esim/refusals.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type CarrierOutcome, callCarrier, type AnswerOf as SmdpAnswer } from '../../carriers/face.ts';
import { batchIn, changeBatch, findBatch, lockBatch } from '../../sheetImports/face.ts';
import { startTask, type WholeWork } from '../../tasks/face.ts';
import { ESIM_IMPORT, ofContent } from './importKind.ts';
import type { EsimImportBatch } from './importTables.ts';
import { countWarned } from './judgeRows.ts';

/** Rows are queried one at a time at the account's rate and stored in parts of this size. */
const ROWS_PER_PART = 50;
const LONGEST_WAIT_MS = 5_000;

/** Being verified at the SM-DP+ right now: a decision would be made without the result. */
export const isVerifying = (batch: EsimImportBatch): boolean =>
  batch.verify_task_id !== null && batch.verified_at === null;

/** Starts verifying the good rows of a checked sheet at the SM-DP+; it imports nothing. */
export async function verifyImport(ctx: Ctx, batchId: string): Promise<AnswerOf<typeof numberImports.verify>> {
  const batch = await batchIn(ctx, ofContent('numbers'), batchId, ['waiting']);
  if (isVerifying(batch) || batch.good === 0) throw new Refused(esimImportNotWaiting);
  const { taskId } = await startTask(ctx, {
    action: 'import_esim',
    title: text(`核对码号 ${batch.file_name}`, `Check code numbers of ${batch.file_name}`),
    parameters: { batchId, step: 'verify' },
    expected: batch.good,
  });
  await changeBatch(ctx, ESIM_IMPORT, batch, { verify_task_id: taskId, verified: 0, verified_at: null });
  ctx.note({ objectKind: 'esimImport', objectId: batch.id, summary: batch.file_name, taskId });
  return { taskId };
}

/** A verification stopped early can be started again. */
export const forgetVerify = (ctx: Ctx, taskId: string): Promise<void> =>
  ctx.transact(async (inside) => {
    const found = await inside.db
      .selectFrom('esim.import_batch')
      .selectAll()
      .where('verify_task_id', '=', taskId)
      .where('verified_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (found) await changeBatch(inside, ESIM_IMPORT, found, { verify_task_id: null });
  });

type State = CarrierOutcome<SmdpAnswer<'getProfileState'>>;

/** The SM-DP+'s state of a number as a warning of its row; null: available there, as expected. */
export function warningOf(outcome: State): string | null {
  if (outcome.kind === 'ok') return outcome.answer.state === 'Available' ? null : `smdpState:${outcome.answer.state}`;
  if (outcome.kind !== 'refused') return 'smdpSilent';
  return outcome.code === '8.2.1/3.9' ? 'smdpUnknown' : `smdpRefused:${outcome.code}`;
}

/** Queries each row once; after a kill it continues behind the last committed part. */
export async function runVerify(ctx: Ctx, work: WholeWork, batchId: string): Promise<void> {
  for (let after = Number(work.checkpoint ?? 0); ; ) {
    work.signal.throwIfAborted();
    const batch = await findBatch(ctx.db, ESIM_IMPORT, batchId);
    if (batch?.state !== 'waiting' || batch.verify_task_id !== work.task.id || !batch.reading_id) return;
    const readingId = batch.reading_id;
    const rows = await ctx.db
      .selectFrom('esim.import_row')
      .select(['row_number', 'subject'])
      .where('reading_id', '=', readingId)
      .where('row_number', '>', after)
      .where('faults', 'is', null)
      .orderBy('row_number')
      .limit(ROWS_PER_PART)
      .execute();
    const last = rows.at(-1);
    const found: { row: number; warning: string | null }[] = [];
    for (const { row_number: row, subject } of rows) {
      work.signal.throwIfAborted();
      const outcome = await ask(ctx, work, batch.smdp_account_id ?? '', subject);
      found.push({ row, warning: warningOf(outcome) });
    }
    await ctx.transact(async (inside) => {
      const held = await lockBatch(inside.db, ESIM_IMPORT, batchId);
      if (held?.state !== 'waiting' || held.reading_id !== readingId) return;
      await warn(inside, readingId, found);
      await changeBatch(inside, ESIM_IMPORT, held, {
        ...(await countWarned(inside, readingId)),
        verified: held.verified + rows.length,
        ...(last ? {} : { verified_at: inside.clock.now() }),
      });
      const strange = found.filter(({ warning }) => warning !== null).length;
      await work.advance(inside, {
        done: rows.length - strange,
        failed: strange,
        checkpoint: last?.row_number ?? after,
      });
    });
    if (!last) return;
    after = last.row_number;
  }
}

/** Waits for an SM-DP+ that cannot be asked now. */
async function ask(ctx: Ctx, work: WholeWork, accountId: string, iccid: string): Promise<State> {
  for (;;) {
    const args = { callId: `verify-${ctx.ids.next()}`, iccid };
    const outcome = await callCarrier(ctx, accountId, 'getProfileState', args, { taskId: work.task.id });
    if (outcome.kind !== 'unavailable') return outcome;
    const waitMs = Math.min(Math.max(outcome.retryAt.getTime() - ctx.clock.now().getTime(), 100), LONGEST_WAIT_MS);
    await pause(waitMs, undefined, { signal: work.signal });
  }
}

/** Replaces the warning of an earlier verification; the row's other warnings are kept. */
async function warn(ctx: Ctx, readingId: string, found: readonly { row: number; warning: string | null }[]) {
  await sql`
    update esim.import_row r
    set warnings = nullif(array(select w from unnest(r.warnings) w where w not like 'smdp%')
      || case when j.warning is null then '{}'::text[] else array[j.warning] end, '{}'::text[])
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as j ("row" int, warning text)
    where r.reading_id = ${readingId}::bigint and r.row_number = j."row"`.execute(ctx.db);
}
