import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from '../../../framework/context.ts';
import { carrierAccount } from '../../carriers/face.ts';
import { driveAt, driveSoon } from '../operations/driveSchedule.ts';
import { claimDue, nextDueAt } from '../operations/operationStore.ts';
import type { OperationRow } from '../operationTables.ts';
import { askChip, lookAtChip } from './stepChip.ts';
import { confirmDownload, lookAtDownload, orderDownload } from './stepDownload.ts';

/** Maximum run time of the job; another run follows while there is work. */
const RUN_MS = 60_000;
/** Work due later than this is left to a later job. */
const SOON_MS = 5_000;
const PAUSE_MS = 250;
/** Longer than any step with its retries; afterwards a dead worker's operation is released. */
const CLAIM_MS = 60_000;
const MOST_AT_ONCE = 8;

/** Carries out all due operations of an account, including those that become due meanwhile. */
export async function driveDue(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<void> {
  const width = Math.min(((await carrierAccount(ctx, accountId))?.inFlight ?? 1) + 1, MOST_AT_ONCE);
  while (!signal.aborted) {
    const until = new Date(ctx.clock.now().getTime() + CLAIM_MS);
    const claimed = await claimDue(ctx, accountId, width, until);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((operation) => step(ctx, operation, accountId)));
  }
}

/** Advances the operations of one account step by step while the next one is near. */
export async function driveOperations(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<void> {
  const end = performance.now() + RUN_MS;
  while (!signal.aborted && performance.now() < end) {
    await driveDue(ctx, accountId, signal);
    const next = await nextDueAt(ctx, accountId);
    if (!next) return;
    const waitMs = next.getTime() - ctx.clock.now().getTime();
    if (waitMs > SOON_MS) {
      await driveAt(ctx, accountId, next);
      return;
    }
    await pause(Math.min(Math.max(waitMs, 10), PAUSE_MS), undefined, { signal }).catch(() => {});
  }
  await driveSoon(ctx, accountId);
}

/** One step of one operation. After an internal error another worker claims it later. */
async function step(ctx: Ctx, operation: OperationRow, accountId: string): Promise<void> {
  try {
    const { kind, state } = operation;
    const isAsked = state === 'released' || state === 'waitingDevice';
    if (kind !== 'download') await (isAsked ? lookAtChip : askChip)(ctx, operation, accountId);
    else if (isAsked) await lookAtDownload(ctx, operation, accountId);
    else {
      const ordered = state === 'queued' ? await orderDownload(ctx, operation, accountId) : operation;
      if (ordered) await confirmDownload(ctx, ordered, accountId);
    }
  } catch (error) {
    ctx.log.error({ err: error, operationId: operation.id, eid: operation.eid }, 'eSIM operation step failed');
  }
}
