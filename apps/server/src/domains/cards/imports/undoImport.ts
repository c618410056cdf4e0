import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { WholeWork } from '../../tasks/face.ts';
import { actorOfTask, writeEvents } from '../cardEvents.ts';
import { changeBatch, lockBatch, tellImport } from './importStore.ts';
import type { ImportBatch } from './importTables.ts';

const CARDS_PER_PART = 5_000;
const REMOVED = text('导入已撤销，卡已移除', 'The import was undone and the card removed');

/** Takes back the cards of a batch, in parts; those somebody has used since stay as they are. */
export async function undoImport(ctx: Ctx, work: WholeWork, batchId: string): Promise<void> {
  while (await ctx.transact((inside) => undoPart(inside, work, batchId))) work.signal.throwIfAborted();
}

async function undoPart(ctx: Ctx, work: WholeWork, batchId: string): Promise<boolean> {
  const batch = await lockBatch(ctx.db, batchId);
  if (batch?.state !== 'undoing') return false;
  const part = await removeUntouched(ctx, batch);
  if (!part.last) {
    const change = { state: 'undone', finished_at: ctx.clock.now() } as const;
    await changeBatch(ctx.db, batchId, change);
    await tellImport(ctx, { ...batch, ...change });
    return false;
  }
  await writeEvents(
    ctx,
    part.removed.map((card) => ({
      cardId: card.id,
      iccid: card.iccid,
      customerId: batch.target_customer_id,
      action: 'import_card',
      result: 'done',
      source: 'import',
      to: REMOVED,
      taskId: work.task.id,
      actor: actorOfTask(work.task),
    })),
  );
  const kept = part.seen - part.removed.length;
  const change = {
    undone_to: part.last,
    removed: batch.removed + part.removed.length,
    kept: batch.kept + kept,
  };
  await changeBatch(ctx.db, batchId, change);
  await tellImport(ctx, { ...batch, ...change });
  await work.advance(ctx, { done: part.removed.length, skipped: kept });
  return true;
}

type Removed = { readonly id: string; readonly iccid: string };

/**
 * Untouched is a card that is still its importer's, was never asked anything, carries no tag, runs at no carrier, and in
 * whose history nobody but the import and the carrier has written.
 */
async function removeUntouched(
  ctx: Ctx,
  batch: ImportBatch,
): Promise<{ last: string | null; seen: number; removed: readonly Removed[] }> {
  // Cards of the batch that went to other customers are seen as well, to be counted as kept; only its own are removed.
  const db = ctx.beyondScope('cards of this very batch, and the predicate on the customer who got them stands below');
  const { rows } = await sql<{ last: string | null; seen: number; removed: Removed[] | null }>`
    with part as (
      select id from cards.card where import_batch_id = ${batch.id}::bigint and id > ${batch.undone_to}::bigint
      order by id limit ${CARDS_PER_PART} for update
    ), gone as (
      delete from cards.card c using part p
      where c.id = p.id and c.customer_id = ${batch.target_customer_id}::bigint
        and c.lifecycle = 'unactivated' and c.pending_since is null and c.stop_reasons = '{}'
        and not exists (
          select from cards.card_event e where e.card_id = p.id and e.id <> p.id and e.source <> 'carrier')
        and not exists (select from cards.card_command m where m.card_id = p.id)
        and not exists (select from cards.card_tag t where t.card_id = p.id)
      returning c.id, c.iccid
    ), free as (
      delete from cards.card_identifier i using gone g where i.card_id = g.id returning 1
    )
    select (select max(id) from part)::text as last, (select count(*) from part)::int as seen,
      (select json_agg(json_build_object('id', g.id::text, 'iccid', g.iccid)) from gone g) as removed`.execute(db);
  const [found] = rows;
  return { last: found?.last ?? null, seen: found?.seen ?? 0, removed: found?.removed ?? [] };
}
