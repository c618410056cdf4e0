import type { readTray as trayEndpoint } from '@cardinal/contract/api/tasks/tasks.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { OWN_TOPICS, TREE_TOPICS } from '@cardinal/contract/liveTopics.ts';
import { accountOf, type Ctx, holds, type LiveMessage } from '../../../framework/context.ts';
import type { Outlet } from '../../../framework/domain.ts';
import { readyDownloads } from '../downloads/downloadStore.ts';
import { progressOf } from '../store/progress.ts';

const MOST_TASKS = 30;
/** How long a finished task stays in the tray. */
const ENDED_MS = 10 * 60_000;
/** A stream ends after this long and the page opens a new one: what a proxy has lost unnoticed is found. */
const STREAM_MS = 60_000;

/** The account's tasks under way, newest first, and files ready for download. */
export async function readTray(ctx: Ctx): Promise<AnswerOf<typeof trayEndpoint>> {
  const { accountId } = accountOf(ctx);
  const since = new Date(ctx.clock.now().getTime() - ENDED_MS);
  const tasks = await ctx.db
    .selectFrom('tasks.task')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((on) => on.or([on('state', 'in', ['untreated', 'processing', 'waiting']), on('finished_at', '>=', since)]))
    .orderBy('id', 'desc')
    .limit(MOST_TASKS)
    .execute();
  return { tasks: tasks.map(progressOf), downloads: await readyDownloads(ctx, accountId) };
}

/** Whether a message is for the account: its own, or of a customer it may see. */
function listenerOf(ctx: Ctx): (message: LiveMessage) => boolean {
  const { accountId } = accountOf(ctx);
  const { scope } = ctx;
  const customers = scope.everything ? undefined : new Set(scope.customerIds);
  return ({ topic, customerId, accountId: whose }) => {
    if (whose !== undefined) return whose === accountId && OWN_TOPICS.includes(topic);
    const guard = TREE_TOPICS.get(topic);
    const isAllowed = Array.isArray(guard) && guard.some((permission) => holds(ctx.actor, permission));
    return isAllowed && (customers?.has(customerId) ?? true);
  };
}

/**
 * Forwards announcements about the account's own tasks, files and imports and its customers' cards, until the page or the
 * session ends.
 */
export async function streamTasks(ctx: Ctx, outlet: Outlet): Promise<void> {
  const isMeant = listenerOf(ctx);
  const stop = ctx.subscribe((message) => {
    if (isMeant(message)) outlet.send(message.topic, message.data);
  });
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STREAM_MS);
  });
  await Promise.race([outlet.closed, over]);
  clearTimeout(timer);
  stop();
}
