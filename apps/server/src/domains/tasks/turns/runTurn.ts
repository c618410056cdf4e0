import { setTimeout as wait } from 'node:timers/promises';
import type { Text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { DatabaseUnavailable } from '../../../runtime/databaseFaults.ts';
import { LEASE_MS, releaseLane } from '../store/laneStore.ts';
import { actionOf, type ItemAction, LeaseLost, type Outcome, type Turn, type TurnItem } from '../store/taskAction.ts';
import { logTask, runningTask } from '../store/taskStore.ts';
import { customerCtx } from './customerCtx.ts';
import { dropWaiting, loadTurn } from './edgeTurns.ts';
import { keepLease } from './keepLease.ts';
import { outcomeBuffer, writeOutcomes } from './outcomeBuffer.ts';
import { runWhole } from './runWhole.ts';
import type { TakenTurn } from './takeTurn.ts';
import { wakeWorkers } from './wakeWorkers.ts';

/** An item begun this often without an end is given up: something about it kills its workers. */
const MOST_ATTEMPTS = 10;
/** Turns of a lane that may end in an error of ours one after another; the wait between them doubles. */
const MOST_FAULTS = 6;

const IDLE_MS = 3_000;
const WRITE_AGAIN_MS = 500;

/** How a turn ended, which decides what becomes of its lane. */
export type Ending = { readonly heldUntil?: Date; readonly why?: Text; readonly fault?: unknown };

const GIVEN_UP: Outcome = {
  kind: 'failed',
  code: 'givenUp',
  words: { zh: '多次处理中断，已放弃，请核实后重试', en: 'Interrupted too often; check, then retry' },
};

/** Carries one turn to its end and frees the lane. Errors of the action end here. */
export async function runTurn(ctx: Ctx, turn: TakenTurn, stopping: AbortSignal): Promise<void> {
  await endTurn(ctx, turn, await carryOut(ctx, turn, stopping).catch((error: unknown) => ({ fault: error })));
}

async function carryOut(ctx: Ctx, turn: TakenTurn, stopping: AbortSignal): Promise<Ending> {
  const lease = await keepLease(ctx, turn, stopping);
  try {
    const action = actionOf(ctx, turn.task.action_code);
    if (turn.kind === 'drop') await dropWaiting(ctx, turn);
    else if (action.mode === 'whole') await runWhole(ctx, action, turn, lease);
    else if (turn.kind === 'load') await loadTurn(ctx, action, turn);
    else return await runItems(ctx, action, turn, lease);
    return {};
  } finally {
    await lease.end();
  }
}

async function runItems(
  ctx: Ctx,
  action: ItemAction,
  taken: TakenTurn,
  lease: Awaited<ReturnType<typeof keepLease>>,
): Promise<Ending> {
  const buffer = outcomeBuffer(ctx, taken, lease.lose);
  let hold: { until: Date; reason: Text } | undefined;
  for (const item of taken.items) if (item.attempts >= MOST_ATTEMPTS) buffer.settle(item, GIVEN_UP);
  const turn: Turn = {
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
    if (turn.items.length > 0) {
      const acting = await customerCtx(ctx, taken.task);
      if (taken.kind === 'run') {
        if (!lease.signal.aborted) await action.run(acting, turn);
      } else if (action.recover) await action.recover(acting, turn);
      else for (const item of turn.items) turn.settle(item, { kind: 'again' });
    }
  } catch (error) {
    // What was settled before the error stands; the rest is found out by the next turn.
    await buffer.flush();
    if (lease.signal.aborted && !(lease.signal.reason instanceof LeaseLost)) return {};
    return { fault: error };
  }
  await buffer.flush();
  await ctx.transact((inside) => putBack(inside, taken, buffer.unsettled()));
  if (hold) return { heldUntil: hold.until, why: hold.reason };
  // An action that gets nowhere and does not say why is not asked again at once.
  const isStuck = buffer.unsettled().length > 0 || (!buffer.hasProgressed() && taken.kind === 'run');
  return isStuck && !lease.signal.aborted ? { heldUntil: new Date(ctx.clock.now().getTime() + IDLE_MS) } : {};
}

/**
 * Items the action did not come to. Not begun ones wait again. Torn ones of which nothing could be found out stay torn,
 * for they may have been done. Neither costs an attempt.
 */
async function putBack(ctx: Ctx, turn: TakenTurn, items: readonly TurnItem[]): Promise<void> {
  if (items.length === 0) return;
  if (turn.kind === 'run') {
    await writeOutcomes(
      ctx,
      turn,
      items.map((item) => [item, { kind: 'again' }]),
    );
    return;
  }
  const numbers = items.map((item) => item.seq);
  await sql`
    update tasks.task_item set attempts = greatest(attempts - 1, 0)
    where task_id = ${turn.task.id}::bigint and seq = any(${numbers}::int[])
      and state = 'processing' and token = ${turn.token}::bigint`.execute(ctx.db);
}

async function endTurn(ctx: Ctx, turn: TakenTurn, ending: Ending): Promise<void> {
  const lane = { taskId: turn.task.id, lane: turn.lane.lane, token: turn.token };
  if (ending.fault instanceof LeaseLost) {
    ctx.log.warn({ taskId: turn.task.id, lane: turn.lane.lane }, 'the lease passed to another worker');
    return;
  }
  const { fault } = ending;
  // A database that was busy or away says nothing about the items: it is tried again soon, and not counted.
  const isAway = fault instanceof DatabaseUnavailable;
  // Finding out what became of torn items says nothing about the next ones either.
  const before = fault !== undefined || turn.kind === 'recover' ? turn.lane.faults : 0;
  const faults = before + (fault === undefined || isAway ? 0 : 1);
  const pauseMs = isAway ? IDLE_MS : 1_000 * 2 ** Math.min(faults, MOST_FAULTS);
  const heldUntil = fault === undefined ? ending.heldUntil : new Date(ctx.clock.now().getTime() + pauseMs);
  if (fault !== undefined)
    ctx.log.error({ err: fault, taskId: turn.task.id, action: turn.task.action_code }, 'turn failed');
  await written(() =>
    ctx.transact(async (inside) => {
      await releaseLane(inside.db, lane, {
        faults,
        heldUntil,
        heldSince: ending.why ? (turn.lane.held_since ?? inside.clock.now()) : fault ? turn.lane.held_since : null,
        why: ending.why,
      });
      if (fault !== undefined) await logTask(inside, turn.task.id, 'fault', FAULT_WORDS, { isInternal: true });
      if (ending.why && !turn.lane.held_zh) await logTask(inside, turn.task.id, 'held', ending.why);
      if (heldUntil) await wakeWorkers(inside, { at: heldUntil });
    }),
  );
}

/** A turn whose end was not written keeps its lane until its lease is over: that is tried for as long. */
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
