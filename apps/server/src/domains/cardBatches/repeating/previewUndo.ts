import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type { previewUndo as endpoint } from '@cardinal/contract/api/cardBatches/undo.ts';
import { taskNotUndoable } from '@cardinal/contract/api/tasks/tasks.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { moveAsked } from '@cardinal/contract/statuses/cardStatus.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { HELD_ABOVE, isForced, isPlatform, reasonsOf, STATUS_ACTIONS } from '../../cardCommands/face.ts';
import { type Parameters, type RunningTask, taskToUndo } from '../../tasks/face.ts';
import { statusVerdict } from '../commands/commandBatchActions.ts';
import { batchAction } from '../selection/batchAction.ts';
import { freezePreview } from '../selection/freezePreview.ts';
import { assertMayStart } from '../selection/previewSelection.ts';
import type { FactGroup } from '../selection/selectionVerdicts.ts';
import { cardsDoneBy } from './undoSource.ts';
import { aboutUndo, decideUndoOfStatus, judgeUndo } from './undoVerdicts.ts';

/**
 * Freezes the compensating batch of a finished one: every card gets its former value back if it still has the value the batch
 * set. It starts like any other frozen preview and needs the permission of the compensating action.
 */
export async function previewUndo(ctx: Ctx, taskId: string): Promise<AnswerOf<typeof endpoint>> {
  const task = await taskToUndo(ctx, taskId);
  const action = await actionBack(ctx, task, task.by as readonly [CardAction, ...CardAction[]]);
  assertMayStart(ctx, action);
  await batchAction(ctx, task.action as CardAction).checkUndo?.(ctx, task.id);
  const byPlatform = await isPlatform(ctx);
  if (task.parameters['isRuled'] && !byPlatform) throw new Refused(taskNotUndoable, { why: HELD_ABOVE.words });
  const isStatus = STATUS_ACTIONS.has(action);
  return freezePreview(ctx, {
    action,
    parameters: parametersOf(task, isStatus, byPlatform),
    source: { kind: 'undo', taskId: task.id, taskNo: task.taskNo, customerId: task.customerId },
    ...(await cardsDoneBy(ctx, task)),
    about: aboutUndo(ctx, task),
    judge: async (groups, unasked) => {
      const judge = await judgeUndo(ctx, task, groups);
      const back = decideUndoOfStatus(reasonsOf(task.action, task.parameters));
      const asked = (group: FactGroup) =>
        isStatus ? statusVerdict(group, back(group, action as StatusAction), unasked) : undefined;
      return (group) => judge(group) ?? asked(group);
    },
  });
}

/** Parameters for the history: the undone task, and that an undo of replaced tags replaces them too. */
function parametersOf(task: RunningTask, isStatus: boolean, byPlatform: boolean): Parameters {
  if (isStatus) {
    const { stopReason, stopReasons } = task.parameters;
    const named: Parameters = stopReason === undefined ? { stopReasons: stopReasons ?? [] } : { stopReason };
    return {
      reason: text(`撤销 ${task.taskNo}`, `Undo of ${task.taskNo}`),
      ...(isForced(task.action) ? { ...named, byPlatform } : {}),
    };
  }
  const { tagMode } = task.parameters;
  return tagMode === 'replace' ? { tagMode } : {};
}

/** If several compensating actions are possible, takes the one most cards need; the rest is left to another undo. */
async function actionBack(
  ctx: Ctx,
  task: RunningTask,
  ways: readonly [CardAction, ...CardAction[]],
): Promise<CardAction> {
  if (task.action === 'set_tag' && task.parameters['tagMode'] === 'replace') return 'set_tag';
  if (ways.length === 1) return ways[0];
  const moves = await ctx.db
    .selectFrom('tasks.v_done_item as u')
    .innerJoin('cards.v_card as c', 'c.id', 'u.target_id')
    .select([
      'c.platform',
      'c.carrier_status',
      sql<string>`u.before ->> 'status'`.as('to'),
      sql<string>`count(*)`.as('n'),
    ])
    .where('u.task_id', '=', task.id)
    .where(sql<boolean>`c.carrier_status = u.after ->> 'status'`)
    .groupBy(['c.platform', 'c.carrier_status', sql`u.before ->> 'status'`])
    .execute();
  const reached = (way: CardAction) =>
    moves.reduce((sum, { platform, carrier_status, to, n }) => {
      const move = moveAsked(platform as Platform, carrier_status, way as StatusAction);
      return move.isAllowed && move.to === to ? sum + Number(n) : sum;
    }, 0);
  return ways.reduce((best, way) => (reached(way) > reached(best) ? way : best));
}
