import {
  nothingRefused,
  refusedNotRepeated,
  refusedOfSeveralTasks,
} from '@cardinal/contract/api/cards/cardRefusals.ts';
import { type retryRefused as endpoint, listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import { actionParametersSchema, CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cards/selection.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { fieldProblems } from '@cardinal/contract/framework/issues.ts';
import type { ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type AnyQuery, filtered } from '../../../framework/dataset.ts';
import { type RunningTask, taskToRepeat } from '../../tasks/face.ts';
import { cardDataset } from '../cardDataset.ts';
import { type ActionParameters, checkParameters } from '../selection/actionParameters.ts';
import { freezePreview } from '../selection/freezePreview.ts';
import { admitAction, boundsOf, judgeOf } from '../selection/previewSelection.ts';
import { aboutOf } from '../selection/selectionStore.ts';
import { eventDataset, known } from './eventList.ts';

type Source = BodyOf<typeof endpoint>['source'];

/**
 * Freezes the batch that asks again what was refused of the chosen lines. They belong to one task: a batch has one action,
 * one set of parameters and one task it points back to.
 */
export async function retryRefused(ctx: Ctx, source: Source): Promise<AnswerOf<typeof endpoint>> {
  const refused = (await chosenLines(ctx, source)).where('e.result', '=', 'refused');
  const task = await onlyTaskOf(ctx, refused);
  const action = task.action as CardAction;
  admitAction(ctx, action);
  const parameters = parametersNow(ctx, task);
  await checkParameters(ctx, action, parameters);
  return freezePreview(ctx, {
    action,
    parameters,
    source: { kind: 'retry', taskId: task.id, taskNo: task.taskNo },
    cards: cardDataset.from(ctx, {}).where('c.id', 'in', refused.clearSelect().select('e.card_id')),
    asked: {
      rows: sql`
        select value, row_number() over (order by value)::int as seq
        from (${refused.clearSelect().select('e.iccid as value').distinct()}) line`,
      found: (previewId) => sql`
        select i.iccid as value from cards.selection_item i where i.preview_id = ${previewId}::bigint`,
    },
    about: aboutOf(action, parameters),
    boundsOf: async (groups) => ({
      ...(await boundsOf(ctx, action, groups)),
      judge: await judgeOf(ctx, action, parameters, groups),
    }),
  });
}

/** The chosen lines of the caller's own history, alias `e`. */
async function chosenLines(ctx: Ctx, source: Source): Promise<AnyQuery> {
  if (source.kind === 'ids') return eventDataset.from(ctx, {}).where('e.id', 'in', source.ids);
  const parsed = listCardEvents.query.safeParse(source.query);
  if (parsed.success) return filtered(listCardEvents, eventDataset, ctx, parsed.data as ListQuery);
  const problems = fieldProblems(parsed.error).map((each) => ({ ...each, field: `source.query.${each.field}` }));
  throw new Refused(invalid, {}, problems);
}

async function onlyTaskOf(ctx: Ctx, refused: AnyQuery): Promise<RunningTask> {
  const tasks = (await refused
    .clearSelect()
    .select(known('task_id', ctx).as('task_id'))
    .distinct()
    .limit(2)
    .execute()) as { task_id: string | null }[];
  const [first] = tasks;
  if (!first) throw new Refused(nothingRefused);
  if (tasks.length > 1) throw new Refused(refusedOfSeveralTasks);
  const task = first.task_id === null ? undefined : await taskToRepeat(ctx, first.task_id);
  if (!task || !Object.hasOwn(CARD_ACTIONS, task.action)) throw new Refused(refusedNotRepeated);
  return task;
}

/** What the task asked with, without a moment that is over. */
function parametersNow(ctx: Ctx, task: RunningTask): ActionParameters {
  const { restartAt, ...parameters } = actionParametersSchema.parse(task.parameters);
  return restartAt && new Date(restartAt) > ctx.clock.now() ? { ...parameters, restartAt } : parameters;
}
