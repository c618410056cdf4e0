import { setTimeout as wait } from 'node:timers/promises';
import type { Text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { DatabaseUnavailable } from '../../../runtime/databaseFaults.ts';
import { LEASE_MS, releaseLane } from '../store/laneStore.ts';
import {
  actionOf,
  type ItemAction,
  type LeasedBatch,
  type LeasedItem,
  LeaseLost,
  type Outcome,
} from '../store/taskAction.ts';
import { logTask, runningTask } from '../store/taskStore.ts';
import { customerCtx } from './customerCtx.ts';
import { dropWaiting, loadBatch } from './edgeBatches.ts';
import { keepLease } from './keepLease.ts';
import type { Lease } from './leaseBatch.ts';
import { outcomeBuffer, writeOutcomes } from './outcomeBuffer.ts';
import { runWhole } from './runWhole.ts';
import { wakeWorkers } from './wakeWorkers.ts';

/** An item started this often without an end is failed: it seems to kill its workers. */
const MOST_ATTEMPTS = 10;
/** Consecutive batches of a lane that may fail with an internal error; the wait between them doubles. */
const MOST_FAULTS = 6;

const IDLE_MS = 3_000;
const WRITE_AGAIN_MS = 500;

/** How a batch ended, which decides about its lane. */
export type Ending = { readonly heldUntil?: Date; readonly why?: Text; readonly fault?: unknown };

const GIVEN_UP: Outcome = {
  kind: 'failed',
  code: 'givenUp',
  words: { zh: '多次处理中断，已放弃，请核实后重试', en: 'Interrupted too often; check, then retry' },
};

/** Runs one batch to its end and releases the lane. Errors of the action are handled here. */
export async function runLeasedBatch(ctx: Ctx, batch: Lease, stopping: AbortSignal): Promise<void> {
  await endTurn(ctx, batch, await carryOut(ctx, batch, stopping).catch((error: unknown) => ({ fault: error })));
}

async function carryOut(ctx: Ctx, batch: Lease, stopping: AbortSignal): Promise<Ending> {
  const lease = await keepLease(ctx, batch, stopping);
  try {
    const action = actionOf(ctx, batch.task.action_code);
    if (batch.kind === 'drop') await dropWaiting(ctx, batch);
    else if (action.mode === 'whole') await runWhole(ctx, action, batch, lease);
    else if (batch.kind === 'load') await loadBatch(ctx, action, batch);
    else return await runItems(ctx, action, batch, lease);
    return {};
  } finally {
    await lease.end();
  }
}

async function runItems(
  ctx: Ctx,
  action: ItemAction,
  taken: Lease,
  lease: Awaited<ReturnType<typeof keepLease>>,
): Promise<Ending> {
  const buffer = outcomeBuffer(ctx, taken, lease.lose);
  let hold: { until: Date; reason: Text } | undefined;
  for (const item of taken.items) if (item.attempts >= MOST_ATTEMPTS) buffer.settle(item, GIVEN_UP);
  const batch: LeasedBatch = {
    task: runningTask(taken.task),
    lane: taken.lane.lane,
    items: buffer.unsettled(),
    heldSince: taken.lane.held_since,
    signal: lease.signal,
    settle: buffer.settle,
    settleIn: buffer.settleIn,
    holdLane: (until, reason) => {
      hold = { until, reason };
    },
  };
  try {
    if (batch.items.length > 0) {
      const acting = await customerCtx(ctx, taken.task);
      if (taken.kind === 'run') {
        if (!lease.signal.aborted) await action.run(acting, batch);
      } else if (action.recover) await action.recover(acting, batch);
      else for (const item of batch.items) batch.settle(item, { kind: 'again' });
    }
  } catch (error) {
    // Outcomes settled before the error are kept; the next batch determines the rest.
    await buffer.flush();
    if (lease.signal.aborted && !(lease.signal.reason instanceof LeaseLost)) return {};
    return { fault: error };
  }
  await buffer.flush();
  await ctx.transact((inside) => putBack(inside, taken, buffer.unsettled()));
  if (hold) return { heldUntil: hold.until, why: hold.reason };
  // An action without progress and without a reason is delayed before the next attempt.
  const isStuck = buffer.unsettled().length > 0 || (!buffer.hasProgressed() && taken.kind === 'run');
  return isStuck && !lease.signal.aborted ? { heldUntil: new Date(ctx.clock.now().getTime() + IDLE_MS) } : {};
}

/**
 * Items the action did not reach. Those not started wait again. Interrupted ones with an unknown result stay interrupted, since
 * they may have been done. Neither costs an attempt.
 */
async function putBack(ctx: Ctx, batch: Lease, items: readonly LeasedItem[]): Promise<void> {
  if (items.length === 0) return;
  if (batch.kind === 'run') {
    await writeOutcomes(
      ctx,
      batch,
      items.map((item) => [item, { kind: 'again' }]),
    );
    return;
  }
  const numbers = items.map((item) => item.seq);
  await sql`
    update tasks.task_item set attempts = greatest(attempts - 1, 0)
    where task_id = ${batch.task.id}::bigint and seq = any(${numbers}::int[])
      and state = 'processing' and token = ${batch.token}::bigint`.execute(ctx.db);
}

async function endTurn(ctx: Ctx, batch: Lease, ending: Ending): Promise<void> {
  const lane = { taskId: batch.task.id, lane: batch.lane.lane, token: batch.token };
  if (ending.fault instanceof LeaseLost) {
    ctx.log.warn({ taskId: batch.task.id, lane: batch.lane.lane }, 'the lease passed to another worker');
    return;
  }
  const { fault } = ending;
  // A busy or unavailable database is no fault of the items: retried soon, and not counted.
  const isAway = fault instanceof DatabaseUnavailable;
  // Recovering interrupted items says nothing about the next ones.
  const before = fault !== undefined || batch.kind === 'recover' ? batch.lane.faults : 0;
  const faults = before + (fault === undefined || isAway ? 0 : 1);
  const pauseMs = isAway ? IDLE_MS : 1_000 * 2 ** Math.min(faults, MOST_FAULTS);
  const heldUntil = fault === undefined ? ending.heldUntil : new Date(ctx.clock.now().getTime() + pauseMs);
  if (fault !== undefined)
    ctx.log.error({ err: fault, taskId: batch.task.id, action: batch.task.action_code }, 'batch failed');
  await written(() =>
    ctx.transact(async (inside) => {
      await releaseLane(inside.db, lane, {
        faults,
        heldUntil,
        heldSince: ending.why ? (batch.lane.held_since ?? inside.clock.now()) : fault ? batch.lane.held_since : null,
        why: ending.why,
      });
      if (fault !== undefined) await logTask(inside, batch.task.id, 'fault', FAULT_WORDS, { isInternal: true });
      if (ending.why && !batch.lane.held_zh) await logTask(inside, batch.task.id, 'held', ending.why);
      if (heldUntil) await wakeWorkers(inside, { at: heldUntil });
    }),
  );
}

/** A batch whose end was not written keeps its lane until the lease expires, so the write is retried that long. */
async function written(write: () => Promise<void>): Promise<void> {
  const end = performance.now() + LEASE_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > end) throw error;
    }
    await wait(WRITE_AGAIN_MS);
  }
}

const FAULT_WORDS = { zh: '处理出错，稍后重试', en: 'System error; will retry' };
