import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type RunningTask, type WholeWork, wholeAction } from '../../tasks/face.ts';
import { codeFrom, hashOf, maskOf } from '../codeWords.ts';
import { returnForCodes } from '../groupBuyMoney.ts';
import { costOf } from '../groupBuyRules.ts';
import type { BatchRow } from '../groupBuyTables.ts';
import { beyond, changeBatch, seedPlace } from './batchStore.ts';

const DIGITS = 5;

const lockOfTask = (ctx: Ctx, taskId: string): Promise<BatchRow | undefined> =>
  beyond(ctx)
    .selectFrom('group_buys.batch')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('state', '=', 'issuing')
    .forUpdate()
    .executeTakeFirst();

/** The codes of a batch with their numbers, made again from its seed. */
export function codesOf(ctx: Ctx, batch: Pick<BatchRow, 'id' | 'batch_no' | 'count'>, sealed: string) {
  const seed = Buffer.from(ctx.secrets.open(sealed, seedPlace(batch.id)), 'base64url');
  return Array.from({ length: batch.count }, (_, at) => ({
    codeNo: `${batch.batch_no}-${String(at + 1).padStart(DIGITS, '0')}`,
    code: codeFrom(seed, at + 1),
  }));
}

/** All codes in one transaction: a killed worker leaves none, and they are made again. */
async function make(ctx: Ctx, work: WholeWork): Promise<void> {
  await ctx.transact(async (inside) => {
    const batch = await lockOfTask(inside, work.task.id);
    if (!batch?.sealed_seed) return;
    await work.expect(inside, batch.count);
    const codes = codesOf(inside, batch, batch.sealed_seed);
    await sql`
      insert into group_buys.code (id, batch_id, seller_id, customer_id, code_no, hash, mask, state)
      select made.id, ${batch.id}, ${batch.seller_id}, ${batch.customer_id}, made.code_no, made.hash, made.mask, 'unused'
      from unnest(${codes.map(() => inside.ids.next())}::bigint[], ${codes.map(({ codeNo }) => codeNo)}::text[],
        ${codes.map(({ code }) => hashOf(code))}::text[], ${codes.map(({ code }) => maskOf(code))}::text[])
        as made (id, code_no, hash, mask)`.execute(beyond(inside));
    await changeBatch(inside, batch.id, { state: 'issued' });
    await work.advance(inside, { done: batch.count });
  });
}

/** A task that was cancelled or failed has made no codes: what was paid for them goes back. */
async function giveUp(ctx: Ctx, task: RunningTask): Promise<void> {
  const batch = await lockOfTask(ctx, task.id);
  if (!batch) return;
  await returnForCodes(ctx, batch, 'failed', costOf(BigInt(batch.price), batch.count));
  await changeBatch(ctx, batch.id, { state: 'failed', voided: batch.count, sealed_seed: null, expire_at: null });
}

export const issueAction = wholeAction({
  action: 'issue_coupon',
  permissions: [],
  undo: { never: text('请作废未兑换的码', 'Void the unused codes instead') },
  run: make,
  finished: giveUp,
});
