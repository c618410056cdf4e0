import type { Ctx } from '../../../framework/context.ts';
import { moveItems } from '../store/itemStore.ts';
import { holdsLane } from '../store/laneStore.ts';
import { addProgress, stepsOf } from '../store/progress.ts';
import { LeaseLost, type Outcome, type TurnItem } from '../store/taskAction.ts';
import type { TakenTurn } from './takeTurn.ts';

/** How long outcomes wait to be written together with others. */
const FLUSH_AFTER_MS = 400;
const FLUSH_AT = 200;

/**
 * Writes outcomes of a batch inside the caller's transaction, if the batch still has its lane. An item settled elsewhere, for
 * example by a carrier's push, is not changed.
 */
export async function writeOutcomes(
  ctx: Ctx,
  turn: Pick<TakenTurn, 'task' | 'lane' | 'token'>,
  outcomes: readonly (readonly [TurnItem, Outcome])[],
): Promise<void> {
  const db = ctx.beyondScope('the items this very turn has taken');
  if (!(await holdsLane(db, { taskId: turn.task.id, lane: turn.lane.lane, token: turn.token }))) throw new LeaseLost();
  const moves = outcomes.map(([item, outcome]) => ({ taskId: turn.task.id, seq: item.seq, outcome }));
  await addProgress(ctx, stepsOf(await moveItems(db, moves, ctx.clock.now(), turn.token)));
}

/** Collects outcomes and writes them in bulk, in order, one write at a time. */
export function outcomeBuffer(ctx: Ctx, turn: TakenTurn, onLost: (reason: Error) => void) {
  const open = new Set(turn.items.map((item) => item.seq));
  let gathered: (readonly [TurnItem, Outcome])[] = [];
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let hasProgressed = false;

  const write = async () => {
    const batch = gathered;
    gathered = [];
    if (batch.length === 0) return;
    try {
      await ctx.transact((inside) => writeOutcomes(inside, turn, batch));
    } catch (error) {
      // Kept for the next attempt: a completed effect stays, and must be recorded or recovered.
      gathered = [...batch, ...gathered];
      throw error;
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.catch(() => {}).then(write);
    return writing;
  };
  const flushLater = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush().catch((error: unknown) => {
        if (error instanceof LeaseLost) onLost(error);
        else ctx.log.warn({ err: error, taskId: turn.task.id }, 'outcomes not written yet');
      });
    }, FLUSH_AFTER_MS);
  };

  return {
    settle: (item: TurnItem, outcome: Outcome) => {
      if (!open.delete(item.seq)) return;
      gathered.push([item, outcome]);
      hasProgressed ||= outcome.kind !== 'again';
      if (gathered.length >= FLUSH_AT) {
        clearTimeout(timer);
        timer = undefined;
        flush().catch(() => flushLater());
      } else flushLater();
    },
    settleIn: async (inside: Ctx, outcomes: readonly (readonly [TurnItem, Outcome])[]) => {
      await writeOutcomes(inside, turn, outcomes);
      for (const [item] of outcomes) open.delete(item.seq);
      hasProgressed ||= outcomes.some(([, outcome]) => outcome.kind !== 'again');
    },
    /** Whether any item has progressed. */
    hasProgressed: () => hasProgressed,
    /** Items without an outcome. */
    unsettled: () => turn.items.filter((item) => open.has(item.seq)),
    flush,
  };
}
