import type { Ctx } from '../../../framework/context.ts';
import { BEAT_MS, LEASE_MS, renewLease } from '../store/laneStore.ts';
import { LeaseLost } from '../store/taskAction.ts';
import { readTask } from '../store/taskStore.ts';
import type { Lease } from './leaseBatch.ts';

/** Without a heartbeat for this long others may have taken the lane: stop before they do. */
const GIVE_UP_MS = LEASE_MS - 5_000;

/** Why a leased batch was told to end. */
export class LeaseEnded extends Error {
  readonly reason: 'paused' | 'cancelled' | 'stopping';
  constructor(reason: 'paused' | 'cancelled' | 'stopping') {
    super(`the batch ends: ${reason}`);
    this.name = 'TurnEnded';
    this.reason = reason;
  }
}

/** Renews the lease of a batch until `end` is called; the signal fires when the batch must stop. */
export async function keepLease(ctx: Ctx, batch: Lease, stopping: AbortSignal) {
  const control = new AbortController();
  const held = { taskId: batch.task.id, lane: batch.lane.lane, token: batch.token };
  let lastBeat = performance.now();
  let beating: Promise<void> | undefined;

  const beat = async () => {
    const task = await readTask(ctx.db, batch.task.id);
    if (!(await renewLease(ctx.db, held, ctx.clock.now()))) return control.abort(new LeaseLost());
    lastBeat = performance.now();
    // A recovery batch continues: it starts nothing new.
    if (batch.kind === 'recover') return;
    if (task?.state === 'cancelled') control.abort(new LeaseEnded('cancelled'));
    else if (task?.is_paused) control.abort(new LeaseEnded('paused'));
  };
  const onStopping = () => control.abort(new LeaseEnded('stopping'));
  if (stopping.aborted) onStopping();
  else stopping.addEventListener('abort', onStopping, { once: true });
  await beat();
  const timer = setInterval(() => {
    if (performance.now() - lastBeat > GIVE_UP_MS) control.abort(new LeaseLost());
    beating ??= beat()
      .catch((error: unknown) => ctx.log.warn({ err: error, taskId: batch.task.id }, 'lease not renewed'))
      .finally(() => {
        beating = undefined;
      });
  }, BEAT_MS);

  return {
    signal: control.signal,
    lose: (reason: Error) => control.abort(reason),
    end: async () => {
      clearInterval(timer);
      stopping.removeEventListener('abort', onStopping);
      await beating;
    },
  };
}
