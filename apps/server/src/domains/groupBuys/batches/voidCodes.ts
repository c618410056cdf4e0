import { nothingToVoid } from '@cardinal/contract/api/groupBuys/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { keepForCodes, returnForCodes } from '../groupBuyMoney.ts';
import { costOf } from '../groupBuyRules.ts';
import type { BatchRow } from '../groupBuyTables.ts';
import { beyond, changeBatch, lockBatch } from './batchStore.ts';

type Named = { readonly codeIds?: readonly string[] | undefined; readonly codeNos?: readonly string[] | undefined };

/** Unused codes of a locked batch become void or expire: all, or those named. Answers how many. */
async function end(ctx: Ctx, batch: BatchRow, state: 'voided' | 'expired', named: Named = {}): Promise<number> {
  let unused = beyond(ctx)
    .updateTable('group_buys.code')
    .set({ state, changed_at: ctx.clock.now() })
    .where('batch_id', '=', batch.id)
    .where('state', '=', 'unused');
  if (named.codeIds) unused = unused.where(sql<boolean>`id = any(${[...named.codeIds]}::bigint[])`);
  if (named.codeNos) unused = unused.where(sql<boolean>`code_no = any(${[...named.codeNos]}::text[])`);
  const { numUpdatedRows } = await unused.executeTakeFirst();
  const ended = Number(numUpdatedRows);
  if (ended > 0) await changeBatch(ctx, batch.id, { [state]: batch[state] + ended });
  return ended;
}

/** Codes that nobody redeemed become void, and the buyer has their price back. */
export async function voidUnused(ctx: Ctx, which: Parameters<typeof lockBatch>[1], named: Named) {
  const batch = await lockBatch(ctx, which);
  const voided = await end(ctx, batch, 'voided', named);
  if (voided === 0) throw new Refused(nothingToVoid);
  const returned = costOf(BigInt(batch.price), voided);
  await returnForCodes(ctx, batch, `void:${ctx.ids.next()}`, returned);
  ctx.note({
    objectKind: 'codeBatch',
    objectId: batch.id,
    summary: `${batch.batch_no} × ${voided}`,
    customerId: batch.customer_id,
    after: { voided, returned: String(returned) },
  });
  return { voided, returned: String(returned), currency: batch.currency };
}

/** What is unused of a locked batch expires, by the rule it was sold with. A code being redeemed follows when that fails. */
export async function expireUnused(ctx: Ctx, batch: BatchRow): Promise<void> {
  const expired = await end(ctx, batch, 'expired');
  if (expired === 0) return;
  const amount = costOf(BigInt(batch.price), expired);
  const step = `expired:${ctx.ids.next()}`;
  await (batch.expiry === 'refund' ? returnForCodes : keepForCodes)(ctx, batch, step, amount);
}
