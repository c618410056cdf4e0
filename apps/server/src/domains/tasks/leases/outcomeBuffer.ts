import type { Ctx } from '../../../framework/context.ts';
import { moveItems } from '../store/itemStore.ts';
import { holdsLane } from '../store/laneStore.ts';
import { addProgress, stepsOf } from '../store/progress.ts';
import { type LeasedItem, LeaseLost, type Outcome } from '../store/taskAction.ts';
import type { Lease } from './leaseBatch.ts';

/** How long outcomes wait to be written together with others. */
const FLUSH_AFTER_MS = 400;
const FLUSH_AT = 200;

/**
 * Writes outcomes of a batch inside the caller's transaction, if the batch still has its lane. An item settled elsewhere, for
 * example by a carrier's push, is not changed.
 */
export async function writeOutcomes(
  ctx: Ctx,
  leased: Pick<Lease, 'task' | 'lane' | 'token'>,
  outcomes: readonly (readonly [LeasedItem, Outcome])[],
): Promise<void> {
  const db = ctx.beyondScope('the items this very batch has leased');
  if (!(await holdsLane(db, { taskId: leased.task.id, lane: leased.lane.lane, token: leased.token })))
    throw new LeaseLost();
  const moves = outcomes.map(([item, outcome]) => ({ taskId: leased.task.id, seq: item.seq, outcome }));
  await addProgress(ctx, stepsOf(await moveItems(db, moves, ctx.clock.now(), leased.token)));
}

/** Collects outcomes and writes them in bulk, in order, one write at a time. */
export function outcomeBuffer(ctx: Ctx, leased: Lease, onLost: (reason: Error) => void) {
  const open = new Set(leased.items.map((item) => item.seq));
  let gathered: (readonly [LeasedItem, Outcome])[] = [];
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let hasProgressed = false;

  const write = async () => {
    const batch = gathered;
    gathered = [];
    if (batch.length === 0) return;
    try {
      await ctx.transact((inside) => writeOutcomes(inside, leased, batch));
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
        else ctx.log.warn({ err: error, taskId: leased.task.id }, 'outcomes not written yet');
      });
    }, FLUSH_AFTER_MS);
  };

  return {
    settle: (item: LeasedItem, outcome: Outcome) => {
      if (!open.delete(item.seq)) return;
      gathered.push([item, outcome]);
      hasProgressed ||= outcome.kind !== 'again';
      if (gathered.length >= FLUSH_AT) {
        clearTimeout(timer);
        timer = undefined;
        flush().catch(() => flushLater());
      } else flushLater();
    },
    settleIn: async (inside: Ctx, outcomes: readonly (readonly [LeasedItem, Outcome])[]) => {
      await writeOutcomes(inside, leased, outcomes);
      for (const [item] of outcomes) open.delete(item.seq);
      hasProgressed ||= outcomes.some(([, outcome]) => outcome.kind !== 'again');
    },
    /** Whether any item has progressed. */
    hasProgressed: () => hasProgressed,
    /** Items without an outcome. */
    unsettled: () => leased.items.filter((item) => open.has(item.seq)),
    flush,
  };
}
