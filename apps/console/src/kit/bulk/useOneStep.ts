import { startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { previewUndo } from '@cardinal/contract/api/cardBatches/undo.ts';
import type { TaskProgress } from '@cardinal/contract/api/tasks/tasks.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { TRAY, toldElsewhere } from '../../shell/taskToasts.ts';
import { toast } from '../../shell/toasts.ts';
import { undoLink } from '../../shell/undoLink.ts';
import { useChanges } from '../change.ts';

const words = {
  done: text('{action}：已修改 {n} 张卡', '{action}: {n} {n|card|cards} changed'),
  partly: text('{action}：已修改 {n} 张卡，{rest} 张未修改', '{action}: {n} {n|card|cards} changed, {rest} unchanged'),
  none: text('{action}：没有需要修改的卡', '{action}: nothing to change'),
  undone: text('已撤销：恢复 {n} 张卡', 'Undone: {n} {n|card|cards} restored'),
};

/** The most cards that are changed in one step; more are previewed first, and followed as a task. */
export const ONE_STEP_MOST = 1_000;
/** Local work on that many cards takes a second; a busy machine may take longer, and then it is told as a task. */
const WAIT_MS = 15_000;
const ASK_MS = 250;
const ENDED: readonly string[] = ['completed', 'failed', 'cancelled'];

/** Waits until one of the caller's own tasks has ended; undefined if it takes longer than a person waits. */
async function endOf(queries: QueryClient, taskId: string): Promise<TaskProgress | undefined> {
  for (const until = Date.now() + WAIT_MS; Date.now() < until; ) {
    // A read that failed or was overtaken is asked again.
    const tray = await queries.fetchQuery({ ...TRAY, staleTime: 0 }).catch(() => undefined);
    const task = tray?.tasks.find((each) => each.taskId === taskId);
    if (task && ENDED.includes(task.state) && task.confirming === 0) return task;
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
  return undefined;
}

/** Tells the end of a local change of a few cards: how many it changed, with a way back that takes one click. */
export function useOneStep() {
  const t = useText();
  const queries = useQueryClient();
  const undoing = useChanges();

  const submitted = (action: Text, task: { taskId: string; taskNo: string }) =>
    toast.success(t(sentences.actionStarted, { action, taskNo: task.taskNo }), {
      label: t(verbs.openTask),
      to: `/taskManagement/systemTask?id=${task.taskId}`,
    });

  const ended = async (started: { taskId: string; taskNo: string }, action: Text) => {
    toldElsewhere.add(started.taskId);
    const task = await endOf(queries, started.taskId);
    if (!task) {
      toldElsewhere.delete(started.taskId);
      submitted(action, started);
    }
    void queries.invalidateQueries();
    return task;
  };

  const undo = async (taskId: string, action: Text) => {
    const preview = await undoing.run(previewUndo, { body: { taskId } });
    if (!preview) return;
    if (preview.willTouch === 0) {
      toast.warning(preview.skipped[0]?.words ?? t(words.none, { action }));
      return;
    }
    const started = await undoing.run(startAction, { body: { previewId: preview.previewId } });
    const task = started && (await ended(started, verbs.undo));
    if (task) toast.success(t(words.undone, { n: countAmount(task.done) }));
  };

  /** `skipped`: cards the preview has left out already. */
  return async (started: { taskId: string; taskNo: string }, action: Text, skipped: number): Promise<void> => {
    const task = await ended(started, action);
    if (!task) return;
    const rest = task.total - task.done + skipped;
    const facts = { action, n: countAmount(task.done), rest: countAmount(rest) };
    if (task.done === 0) return toast.info(t(words.none, facts));
    toast.success(
      t(rest > 0 ? words.partly : words.done, facts),
      undoLink(task) ? { label: t(verbs.undo), onPick: () => void undo(task.taskId, action) } : undefined,
    );
  };
}
