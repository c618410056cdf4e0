import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AnyQuery } from '../../../framework/dataset.ts';
import { cardDataset } from '../../cards/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import type { RunningTask } from '../../tasks/face.ts';
import type { ResolvedSource } from '../selection/selectionSource.ts';

/**
 * The cards a task changed (`c`), each with its item (`u`). Only cards the task's own customer owns today: its undo runs in
 * that customer's scope, whoever requests it.
 */
export async function cardsDoneBy(ctx: Ctx, task: RunningTask): Promise<ResolvedSource> {
  const cards = cardDataset
    .from(ctx, {})
    .innerJoin('tasks.v_done_item as u', 'u.target_id', 'c.id')
    .where('u.task_id', '=', task.id)
    .where('c.customer_id', 'in', await subtreeIds(ctx.db, task.customerId)) as unknown as AnyQuery;
  return {
    cards,
    asked: {
      // The task was read through the caller's scope, so its items are the caller's too.
      rows: sql`select target as value, seq from tasks.v_done_item where task_id = ${task.id}::bigint`,
      found: (previewId) => sql`
        select i.iccid as value from card_batches.selection_item i where i.preview_id = ${previewId}::bigint`,
    },
  };
}
