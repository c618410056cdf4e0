import { type ActionParameters, actionParametersSchema } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import { CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type { retryRefused as endpoint } from '@cardinal/contract/api/cardBatches/retry.ts';
import { nothingRefused, refusedNotRepeated, refusedOfManyTasks } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { fieldProblems } from '@cardinal/contract/framework/issues.ts';
import type { ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type AnyQuery, filtered } from '../../../framework/dataset.ts';
import { cardDataset, eventDataset, known, linesAt, linesUnder, wordsIn } from '../../cards/face.ts';
import { type RunningTask, taskToRepeat } from '../../tasks/face.ts';
import { checkParameters, parametersIn } from '../selection/actionParameters.ts';
import { freezePreview } from '../selection/freezePreview.ts';
import { assertMayStart } from '../selection/previewSelection.ts';
import type { RetrySource } from '../selection/sourceText.ts';

type Source = BodyOf<typeof endpoint>['source'];

/** At most this many tasks are re-run at a time. */
const MOST_TASKS = 20;
const MOST_WORDS = 5;

type Answer = AnswerOf<typeof endpoint>;

/**
 * Freezes one batch per task that repeats the refused operations of the selected records. A batch has one action, one set of
 * parameters and one task it refers to.
 */
export async function retryRefused(ctx: Ctx, source: Source): Promise<Answer> {
  const refused = (await chosenLines(ctx, source)).where('e.result', '=', 'refused');
  const { tasks, notRepeated } = await tasksOf(ctx, refused);
  const previews: Answer['previews'] = [];
  for (const task of tasks) {
    const own = refused.where('e.task_id', '=', task.id);
    const preview = await previewOf(ctx, task, own);
    previews.push({ ...preview, taskId: task.id, taskNo: task.taskNo, refusedWith: await wordsOf(ctx, own) });
  }
  return { previews, notRepeated };
}

const previewOf = (ctx: Ctx, task: RunningTask, refused: AnyQuery) =>
  previewAgain(ctx, task, {
    source: { kind: 'retry', taskId: task.id, taskNo: task.taskNo },
    cards: cardDataset.from(ctx, {}).where('c.id', 'in', refused.clearSelect().select('e.card_id')),
    rows: sql`
        select value, row_number() over (order by value)::int as seq
        from (${refused.clearSelect().select('e.iccid as value').distinct()}) line`,
  });

/** Freezes a task's action with its parameters on some of its cards; `rows` are their numbers, `value` and `seq`. */
export async function previewAgain(
  ctx: Ctx,
  task: RunningTask,
  { source, cards, rows }: { source: RetrySource; cards: AnyQuery; rows: RawBuilder<unknown> },
) {
  const action = task.action as CardAction;
  assertMayStart(ctx, action);
  const parameters = parametersNow(ctx, task);
  await checkParameters(ctx, action, parameters);
  return freezePreview(ctx, {
    action,
    parameters,
    source,
    cards,
    asked: {
      rows,
      found: (previewId) => sql`
        select i.iccid as value from card_batches.selection_item i where i.preview_id = ${previewId}::bigint`,
    },
  });
}

/** What the carrier said when it refused. */
async function wordsOf(ctx: Ctx, refused: AnyQuery): Promise<{ words: string; count: number }[]> {
  const rows = (await refused
    .clearSelect()
    .select([sql<string>`e.carrier_words`.as('zh'), sql<string | null>`e.carrier_words_en`.as('en')])
    .select(sql<number>`count(*)::int`.as('count'))
    .where('e.carrier_words', 'is not', null)
    .groupBy(['e.carrier_words', 'e.carrier_words_en'])
    .orderBy('count', 'desc')
    .limit(MOST_WORDS)
    .execute()) as { zh: string; en: string | null; count: number }[];
  return rows.map(({ zh, en, count }) => ({ words: wordsIn(ctx.language, zh, en) ?? zh, count }));
}

/** The selected records of the caller's own history, alias `e`. */
async function chosenLines(ctx: Ctx, source: Source): Promise<AnyQuery> {
  if (source.kind === 'lines') {
    const picked = linesAt('e', source.lines);
    const folded = source.lines.filter(({ isFolded }) => isFolded);
    return eventDataset
      .from(ctx, {})
      .where(folded.length > 0 ? sql<boolean>`(${picked} or ${linesUnder(ctx, folded)})` : picked);
  }
  const parsed = listCardEvents.query.safeParse(source.query);
  // In a folded list, a record stands for all records of its task.
  if (parsed.success) {
    const { folded: _, ...query } = parsed.data as ListQuery;
    return filtered(listCardEvents, eventDataset, ctx, query);
  }
  const problems = fieldProblems(parsed.error).map((each) => ({ ...each, field: `source.query.${each.field}` }));
  throw new Refused(invalid, {}, problems);
}

/** The tasks behind these records that can be repeated, latest first, and how many others there are. */
async function tasksOf(ctx: Ctx, refused: AnyQuery): Promise<{ tasks: RunningTask[]; notRepeated: number }> {
  const found = (await refused
    .clearSelect()
    .select(known('task_id', ctx).as('task_id'))
    .distinct()
    .orderBy('task_id', 'desc')
    .limit(MOST_TASKS + 1)
    .execute()) as { task_id: string | null }[];
  if (found.length === 0) throw new Refused(nothingRefused);
  if (found.length > MOST_TASKS) throw new Refused(refusedOfManyTasks, { most: MOST_TASKS });
  const asked = await Promise.all(
    found.map(({ task_id }) => (task_id === null ? undefined : taskToRepeat(ctx, task_id))),
  );
  const tasks = asked.flatMap((task) => (task && isRepeatable(task) ? [task] : []));
  if (tasks.length === 0) throw new Refused(refusedNotRepeated);
  return { tasks, notRepeated: found.length - tasks.length };
}

/** An action on cards as a person asks it; what a rule asked, the rule asks again. */
export const isRepeatable = (task: RunningTask): boolean =>
  Object.hasOwn(CARD_ACTIONS, task.action) &&
  actionParametersSchema.safeParse(parametersIn('zh_CN', task.parameters)).success;

/** The task's parameters, without a scheduled time that has passed. */
function parametersNow(ctx: Ctx, task: RunningTask): ActionParameters {
  const { restartAt, ...parameters } = actionParametersSchema.parse(parametersIn(ctx.language, task.parameters));
  return restartAt && new Date(restartAt) > ctx.clock.now() ? { ...parameters, restartAt } : parameters;
}
