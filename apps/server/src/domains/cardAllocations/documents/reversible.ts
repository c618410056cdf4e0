import { REVERSE_DAYS } from '@cardinal/contract/api/cardAllocations/batchActions.ts';
import { cardsSold, reversedTooLate } from '@cardinal/contract/api/cardAllocations/refusals.ts';
import { taskNotUndoable } from '@cardinal/contract/api/tasks/tasks.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AllocationRow } from '../allocationTables.ts';
import { ofBothSides } from './openDocuments.ts';

/** The documents of a task. */
export const documentsOf = (ctx: Ctx, taskId: string): Promise<AllocationRow[]> =>
  ofBothSides(ctx)
    .selectFrom('card_allocations.allocation')
    .selectAll()
    .where('task_id', '=', taskId)
    .orderBy('id')
    .execute();

/** Of these cards, those that something was ordered for since a task moved them. */
export async function soldSince(ctx: Ctx, taskId: string, cardIds?: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ card_id: string }>`
    select distinct i.card_id from card_allocations.item i
    join orders.v_card_order o on o.card_id = i.card_id and o.created_at >= i.at
    where i.task_id = ${taskId}::bigint and i.result = 'done'
      ${cardIds ? sql`and i.card_id = any(${[...cardIds]}::bigint[])` : sql``}`.execute(ofBothSides(ctx));
  return new Set(rows.map(({ card_id }) => card_id));
}

export const isInTime = (now: Date, { created_at }: Pick<AllocationRow, 'created_at'>): boolean =>
  now.getTime() - created_at.getTime() <= REVERSE_DAYS * DAY_MS;

const UNPAID = text('卡款尚未入账', 'the cards are not paid for yet');

/** Refuses to put back what a task moved: too late, or after something was sold on its cards. */
export async function assertReversible(ctx: Ctx, taskId: string): Promise<void> {
  const documents = await documentsOf(ctx, taskId);
  if (documents.length === 0) return;
  if (!documents.every((each) => isInTime(ctx.clock.now(), each)))
    throw new Refused(reversedTooLate, { days: REVERSE_DAYS });
  if (documents.some(({ state, unit_price }) => state === 'running' && unit_price !== null))
    throw new Refused(taskNotUndoable, { why: UNPAID });
  const sold = await soldSince(ctx, taskId);
  if (sold.size > 0) throw new Refused(cardsSold, { n: sold.size });
}
