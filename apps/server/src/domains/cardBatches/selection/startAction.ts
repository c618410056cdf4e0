import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { nothingToDo, previewExpired, previewUsed } from '@cardinal/contract/api/cardBatches/refusals.ts';
import type { startAction as endpoint } from '@cardinal/contract/api/cardBatches/selection.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { itemsWith, operationOf } from '../../cards/face.ts';
import { type Parameters, startTask } from '../../tasks/face.ts';
import { askTheCountFrom, needsApproval } from './actionLimits.ts';
import { moneyNow } from './batchAction.ts';
import { assertStillHolds, type FrozenMoney, heldFor } from './moneyPlan.ts';
import { assertMayStart } from './previewSelection.ts';
import { askableAgain } from './readAsked.ts';
import { type Counts, totalsOf } from './selectionStore.ts';
import { originOf, type StoredSource, said, sourceText, type UndoSource } from './sourceText.ts';
import { emitStarted } from './tellStarted.ts';

/** Starts exactly what the preview froze, and only once. */
export async function startAction(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const preview = await claimPreview(ctx, body.previewId);
  const action = preview.action as CardAction;
  assertMayStart(ctx, action);
  const { willTouch, willSkip } = totalsOf(preview.counts as Counts);
  if (willTouch === 0) throw new Refused(nothingToDo);
  const askedFrom = await askTheCountFrom(ctx, action);
  if (askedFrom !== null && willTouch >= askedFrom && body.typedCount !== willTouch) {
    throw new Refused(invalid, {}, [
      {
        field: 'typedCount',
        text: text('请输入将操作的数量 {count}', 'Enter the number of cards: {count}'),
        facts: { count: willTouch },
      },
    ]);
  }
  const label = TaskType.labelOf(TaskType.values[action]);
  const source = preview.source as StoredSource;
  const approval = await needsApproval(ctx, action, willTouch);
  const parameters = preview.parameters as Parameters;
  const money = preview.money as FrozenMoney | null;
  const origin = originOf(source);
  const customerId = ('customerId' in source && source.customerId) || accountOf(ctx).customerId;
  if (money) {
    const now = await moneyNow(ctx, action, parameters, (preview.counts as Counts).alike, origin);
    await assertStillHolds(ctx, money, now);
  }
  const started = await startTask(ctx, {
    action,
    title: titleOf(source, label, said(willTouch)),
    ...(source.kind === 'undo' ? { undoesTaskId: source.taskId } : {}),
    ...(source.kind === 'retry' ? { parentTaskId: source.taskId } : {}),
    customerId,
    parameters,
    ...(money ? { money: { currency: money.currency, reserved: String(heldFor(money)) } } : {}),
    selectionId: preview.id,
    selectionSource: askableAgain(source),
    selection: sourceText(source, willTouch, willSkip),
    needsApproval: approval,
    items: {
      select: ctx.db
        .selectFrom('card_batches.selection_item as i')
        .innerJoin('cards.v_card as c', 'c.id', 'i.card_id')
        .select(itemsWith(detailsOf(source)))
        .where('i.preview_id', '=', preview.id)
        .where('i.skip_reason', 'is', null)
        .orderBy('i.seq'),
    },
  });
  await emitStarted(ctx, { id: started.taskId, customerId, action, parameters, money, ...origin }, preview.id);
  await ctx.db
    .updateTable('card_batches.selection_preview')
    .set({ used_task_id: started.taskId })
    .where('id', '=', preview.id)
    .execute();
  ctx.note({
    operation: operationOf(action),
    objectKind: 'task',
    objectId: started.taskId,
    summary: text(`${label.zh} ${said(started.total)} 张`, `${label.en}: ${said(started.total)}`),
    taskId: started.taskId,
    after: { parameters, total: started.total, ...(money ? { money } : {}) },
  });
  return { ...started, needsApproval: approval };
}

function titleOf(source: StoredSource, label: Text, cards: string): Text {
  switch (source.kind) {
    case 'undo':
      return text(`撤销 ${source.taskNo}：${label.zh} ${cards} 张`, `Undo of ${source.taskNo}: ${label.en} ${cards}`);
    case 'retry':
      return text(`重跑 ${source.taskNo}：${label.zh} ${cards} 张`, `Re-run of ${source.taskNo}: ${label.en} ${cards}`);
    default:
      return text(`${label.zh} ${cards} 张`, `${label.en}: ${cards}`);
  }
}

/** What an undo item restores (`to`) and the value it must replace (`from`), from the change of the card (`c`). */
const undoDetailsOf = ({ taskId }: UndoSource) => sql<unknown>`(
  select jsonb_build_object('back', jsonb_build_object('from', u.after, 'to', u.before))
  from tasks.v_done_item u where u.task_id = ${taskId}::bigint and u.target = c.iccid)`;

/**
 * Per-card details: the second column of an uploaded sheet, the value an undo restores, or the details of the repeated task.
 */
function detailsOf(source: StoredSource) {
  if (source.kind === 'undo') return undoDetailsOf(source);
  if (source.kind === 'retry') {
    return sql<unknown>`(
      select f.details from tasks.v_failed_item f where f.task_id = ${source.taskId}::bigint and f.target = c.iccid)`;
  }
  if (source.kind !== 'file') return sql<unknown>`null::jsonb`;
  return sql<unknown>`(
    select jsonb_build_object('parameter', r.parameter)
    from cards.v_card_identifier k join card_batches.selection_file_row r on r.value = k.value
    where k.card_id = c.id and r.file_id = ${source.fileId}::bigint and r.parameter is not null limit 1)`;
}

/** Only one of two concurrent starts of a preview gets it: a single statement marks the row. */
async function claimPreview(ctx: Ctx, previewId: string) {
  const claimed = await ctx.db
    .updateTable('card_batches.selection_preview')
    .set({ used_task_id: '0' })
    .where('id', '=', previewId)
    .where('used_task_id', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .returningAll()
    .executeTakeFirst();
  if (claimed) return claimed;
  const used = await ctx.db
    .selectFrom('card_batches.selection_preview')
    .select('used_task_id')
    .where('id', '=', previewId)
    .executeTakeFirst();
  throw new Refused(used?.used_task_id ? previewUsed : previewExpired);
}
