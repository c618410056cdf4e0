import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { removeUntouchedEsimCards } from '../../cards/face.ts';
import type { RemovedPart } from '../../sheetImports/face.ts';
import type { RunningTask } from '../../tasks/face.ts';
import { chipsUsed } from '../chips/chipsUsed.ts';
import type { EsimImportBatch } from './importTables.ts';

const ROWS_PER_PART = 2_000;
const REMOVED = text('导入已撤销，码号已移除', 'Import undone; code number removed');

/** Anything used since the import is kept. */
export const removeUntouched = (ctx: Ctx, batch: EsimImportBatch, task: RunningTask): Promise<RemovedPart> =>
  batch.content === 'chips' ? removeChips(ctx, batch) : removeNumbers(ctx, batch, task);

/** A chip counts as unused if it still has its owner, is in stock, and has no numbers and no operations. */
async function removeChips(ctx: Ctx, batch: EsimImportBatch): Promise<RemovedPart> {
  const db = ctx.beyondScope('chips of this very batch, and the predicate on the customer who got them stands below');
  const part = await db
    .selectFrom('esim.chip')
    .select(['eid', 'id'])
    .where('import_batch_id', '=', batch.id)
    .where('id', '>', batch.undone_to)
    .orderBy('id')
    .limit(ROWS_PER_PART)
    .forUpdate()
    .execute();
  const eids = part.map(({ eid }) => eid);
  const used = (await ctx.contributed(chipsUsed)?.(ctx, eids)) ?? new Set();
  const gone = await db
    .deleteFrom('esim.chip as h')
    .where('h.eid', 'in', [...eids.filter((eid) => !used.has(eid)), ''])
    .where('h.customer_id', '=', batch.target_customer_id)
    .where('h.state', '=', 'INVENTORY')
    .where('h.strategy_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('esim.code_number as n').select('n.eid').whereRef('n.eid', '=', 'h.eid'))),
    )
    .executeTakeFirst();
  return { last: part.at(-1)?.id ?? null, seen: part.length, removed: Number(gone.numDeletedRows) };
}

/**
 * A number counts as unused if it is in stock and its card is unused; cards from before the import are kept, and so are their
 * numbers.
 */
async function removeNumbers(ctx: Ctx, batch: EsimImportBatch, task: RunningTask): Promise<RemovedPart> {
  const numbers = await ctx.db
    .selectFrom('esim.code_number')
    .select(['card_id', 'enable_state', 'eid', 'took_card'])
    .where('import_batch_id', '=', batch.id)
    .where('card_id', '>', batch.undone_to)
    .orderBy('card_id')
    .limit(ROWS_PER_PART)
    .forUpdate()
    .execute();
  const free = numbers.filter((row) => row.enable_state === 0 && row.eid === null && !row.took_card);
  const gone = await removeUntouchedEsimCards(
    ctx,
    free.map((row) => row.card_id),
    batch.target_customer_id,
    {
      words: REMOVED,
      taskId: task.id,
      actor: { accountId: task.accountId, accountName: task.accountName, customerId: task.customerId },
    },
  );
  if (gone.size > 0) {
    const ids = [...gone];
    await ctx.db.deleteFrom('esim.matching_claim').where('card_id', 'in', ids).execute();
    await ctx.db.deleteFrom('esim.code_number').where('card_id', 'in', ids).execute();
  }
  return { last: numbers.at(-1)?.card_id ?? null, seen: numbers.length, removed: gone.size };
}
