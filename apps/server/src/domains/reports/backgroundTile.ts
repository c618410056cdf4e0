import type { readBackgroundTile } from '@cardinal/contract/api/reports/dashboard.ts';
import { SystemTaskState } from '@cardinal/contract/enumerations/task.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../framework/context.ts';
import { workersAlive } from '../../framework/workerHeartbeat.ts';
import { backlog } from '../tasks/face.ts';
import { countByList } from './workTile.ts';

const PATH = '/taskManagement/systemTask';
const { untreated, processing } = SystemTaskState.values;
const LINES = [
  { key: 'untreated', words: text('未处理任务', 'Tasks not started'), state: untreated },
  { key: 'processing', words: text('处理中任务', 'Tasks running'), state: processing },
] as const;

/** Whether background work is running, and what is waiting. */
export async function backgroundTile(ctx: Ctx): Promise<AnswerOf<typeof readBackgroundTile>> {
  const maySeeTasks = holds(ctx.actor, 'systemTask.view');
  const [workers, { items, oldest }, ...counts] = await Promise.all([
    workersAlive(ctx.db),
    backlog(ctx),
    ...(maySeeTasks ? LINES.map(({ state }) => countByList(ctx, 'tasks.list', { state: String(state) })) : []),
  ]);
  return {
    asOf: ctx.clock.now().toISOString(),
    workers,
    items,
    oldest:
      oldest && maySeeTasks
        ? {
            taskNo: oldest.taskNo,
            createdAt: oldest.createdAt.toISOString(),
            link: { path: PATH, query: { taskNoContains: oldest.taskNo } },
          }
        : null,
    figures: counts.map((count, at) => {
      const { key, words, state } = LINES[at] as (typeof LINES)[number];
      return {
        key,
        words: say(words, ctx.language),
        kind: null,
        count,
        tone: 'plain' as const,
        link: { path: PATH, query: { state: String(state) } },
      };
    }),
  };
}
