import { sql } from 'kysely';
import type { RemarkValue } from '../../domains/cardCommands/commands/backOf.ts';
import { writeEvents } from '../../domains/cards/cardEvents.ts';
import { writeRemarks } from '../../domains/cards/remarks.ts';
import type { Ctx } from '../../framework/context.ts';

/** Who started the batch, as in the demo's tasks. */
const ACTOR = { accountId: '1003', accountName: 'agent', customerId: '10' };

/** Writes the remarks that the demo's undoable batches left on cards, and their history records. */
export async function seedUndo(ctx: Ctx): Promise<void> {
  const done = await ctx.db
    .selectFrom('tasks.v_done_item as u')
    .innerJoin('cards.card as c', 'c.id', 'u.target_id')
    .select(['c.id', 'c.iccid', 'c.customer_id', 'u.task_id', 'u.after', 'u.settled_at'])
    .where(sql<boolean>`u.after ? 'remark'`)
    .orderBy('c.id')
    .execute();
  await writeRemarks(
    ctx,
    done.map(({ id, after }) => ({ id, remark: (after as RemarkValue).remark })),
  );
  await writeEvents(
    ctx,
    done.map((card) => ({
      cardId: card.id,
      iccid: card.iccid,
      customerId: card.customer_id,
      action: 'edit_remark',
      result: 'done',
      source: 'console',
      to: (card.after as RemarkValue).remark,
      taskId: card.task_id,
      actor: ACTOR,
      at: card.settled_at,
    })),
  );
}
