import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { actorOfTask, writeEvents } from '../../cards/cardEvents.ts';
import type { RemovedPart } from '../../sheetImports/face.ts';
import type { RunningTask } from '../../tasks/face.ts';
import type { ImportBatch } from './importTables.ts';

const CARDS_PER_PART = 5_000;
const REMOVED = text('导入已撤销，卡已移除', 'The import was undone and the card removed');

type Removed = { readonly id: string; readonly iccid: string };

/**
 * Untouched is a card that is still its importer's, was never asked anything, carries no tag, runs at no carrier, and in
 * whose history nobody but the import and the carrier has written.
 */
export async function removeUntouched(ctx: Ctx, batch: ImportBatch, task: RunningTask): Promise<RemovedPart> {
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
  const { last = null, seen = 0, removed } = rows[0] ?? {};
  await writeEvents(
    ctx,
    (removed ?? []).map((card) => ({
      cardId: card.id,
      iccid: card.iccid,
      customerId: batch.target_customer_id,
      action: 'import_card',
      result: 'done',
      source: 'import',
      to: REMOVED,
      taskId: task.id,
      actor: actorOfTask(task),
    })),
  );
  return { last, seen, removed: removed?.length ?? 0 };
}
