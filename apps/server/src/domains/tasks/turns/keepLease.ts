import type { Ctx } from '../../../framework/context.ts';
import { BEAT_MS, LEASE_MS, renewLease } from '../store/laneStore.ts';
import { LeaseLost } from '../store/taskAction.ts';
import { readTask } from '../store/taskStore.ts';
import type { TakenTurn } from './takeTurn.ts';

/** Without a heartbeat for this long others may have taken the lane: stop before they do. */
const GIVE_UP_MS = LEASE_MS - 5_000;

/** Why a leased batch was told to end. */
export class TurnEnded extends Error {
  readonly reason: 'paused' | 'cancelled' | 'stopping';
  constructor(reason: 'paused' | 'cancelled' | 'stopping') {
    super(`the turn ends: ${reason}`);
    this.name = 'TurnEnded';
    this.reason = reason;
  }
}

/** Renews the lease of a batch until `end` is called; the signal fires when the batch must stop. */
export async function keepLease(ctx: Ctx, turn: TakenTurn, stopping: AbortSignal) {
  const control = new AbortController();
  const held = { taskId: turn.task.id, lane: turn.lane.lane, token: turn.token };
  let lastBeat = performance.now();
  let beating: Promise<void> | undefined;

  const beat = async () => {
    const task = await readTask(ctx.db, turn.task.id);
    if (!(await renewLease(ctx.db, held, ctx.clock.now()))) return control.abort(new LeaseLost());
    lastBeat = performance.now();
    // A recovery batch continues: it starts nothing new.
    if (turn.kind === 'recover') return;
    if (task?.state === 'cancelled') control.abort(new TurnEnded('cancelled'));
    else if (task?.is_paused) control.abort(new TurnEnded('paused'));
  };
  const onStopping = () => control.abort(new TurnEnded('stopping'));
  if (stopping.aborted) onStopping();
  else stopping.addEventListener('abort', onStopping, { once: true });
  await beat();
  const timer = setInterval(() => {
    if (performance.now() - lastBeat > GIVE_UP_MS) control.abort(new LeaseLost());
    beating ??= beat()
      .catch((error: unknown) => ctx.log.warn({ err: error, taskId: turn.task.id }, 'lease not renewed'))
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
