import type { AllocationResult } from '@cardinal/contract/enumerations/allocation.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import type { AllocationRow } from '../allocationTables.ts';
import { payDocument } from './documentMoney.ts';
import { stateOf } from './documentRules.ts';
import { ofBothSides } from './openDocuments.ts';

export type Decided = {
  readonly cardId: string;
  readonly result: Exclude<AllocationResult, 'waiting' | 'dropped'>;
  readonly words?: Text | undefined;
};

/** From whom to whom the cards of a task go by its documents, by card. */
export async function waysOfItems(
  ctx: Ctx,
  taskId: string,
  cardIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly fromId: string | null; readonly toId: string }>> {
  const rows = await ofBothSides(ctx)
    .selectFrom('card_allocations.item')
    .select(['card_id', 'from_customer_id as fromId', 'to_customer_id as toId'])
    .where('task_id', '=', taskId)
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ card_id, ...way }) => [card_id, way]));
}

/** Writes what became of cards of a task into its documents, in the transaction that moves them. */
export async function decideItems(ctx: Ctx, taskId: string, decided: readonly Decided[]): Promise<void> {
  if (decided.length === 0) return;
  const db = ofBothSides(ctx);
  const { rows } = await sql<{ allocation_id: string; done: number }>`
    with decided as (
      update card_allocations.item i
      set result = g.result, words_zh = g.zh, words_en = g.en, at = ${ctx.clock.now()}
      from unnest(${decided.map(({ cardId }) => cardId)}::bigint[], ${decided.map(({ result }) => result)}::text[],
        ${decided.map(({ words }) => words?.zh ?? null)}::text[], ${decided.map(({ words }) => words?.en ?? null)}::text[])
        as g (card_id, result, zh, en)
      where i.task_id = ${taskId}::bigint and i.card_id = g.card_id and i.result = 'waiting'
      returning i.allocation_id, i.result)
    select allocation_id, (count(*) filter (where result = 'done'))::int as done from decided
    group by allocation_id order by allocation_id`.execute(db);
  for (const { allocation_id, done } of rows.filter(({ done }) => done > 0))
    await db
      .updateTable('card_allocations.allocation')
      .set((row) => ({ done: row('done', '+', done) }))
      .where('id', '=', allocation_id)
      .execute();
}

const NOT_RUN = text('任务结束前未执行', 'The task ended before it ran');

/** What a reversal put back counts on the document it reverses, and no longer on the one that one had reversed. */
async function countReversed(ctx: Ctx, { reverses_id, done }: AllocationRow): Promise<void> {
  const db = ofBothSides(ctx);
  for (let [id, more] = [reverses_id, done]; id !== null && more !== 0; more = -more) {
    const row: AllocationRow = await db
      .selectFrom('card_allocations.allocation')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const reversed = Math.min(row.done, Math.max(0, row.reversed + more));
    await db
      .updateTable('card_allocations.allocation')
      .set({ reversed, state: stateOf({ ...row, reversed }) })
      .where('id', '=', id)
      .execute();
    id = row.reverses_id;
  }
}

/** Ends a document whose task is over: cards that nobody reached stay where they are, the others are paid for. */
async function settle(ctx: Ctx, row: AllocationRow): Promise<void> {
  const db = ofBothSides(ctx);
  const now = ctx.clock.now();
  await db
    .updateTable('card_allocations.item')
    .set({ result: 'dropped', words_zh: NOT_RUN.zh, words_en: NOT_RUN.en, at: now })
    .where('allocation_id', '=', row.id)
    .where('result', '=', 'waiting')
    .execute();
  const transaction_id = await payDocument(ctx, row);
  await db
    .updateTable('card_allocations.allocation')
    .set({ state: stateOf(row), finished_at: now, transaction_id })
    .where('id', '=', row.id)
    .execute();
  await countReversed(ctx, row);
}

/** Ends the documents of a task, after it: the lock of accounts comes before that of a task. */
export const settleDocumentsJob = job({
  name: 'cardAllocations.settle',
  payload: z.object({ taskId: idSchema }),
  retries: 20,
  run: (ctx, { taskId }) =>
    ctx.transact(async (inside) => {
      const open = await ofBothSides(inside)
        .selectFrom('card_allocations.allocation')
        .selectAll()
        .where('task_id', '=', taskId)
        .where('state', '=', 'running')
        .orderBy('id')
        .forUpdate()
        .execute();
      for (const row of open) await settle(inside, row);
    }),
});
