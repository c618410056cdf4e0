import { setTimeout as wait } from 'node:timers/promises';
import type { TurnableClock } from '@cardinal/primitives/clock.ts';
import type { KillableWorker } from './killableWorkers.ts';

export type WorkUnderKills = {
  /** Shared with the simulator, or it and the program would disagree about the time. */
  readonly clock: TurnableClock;
  readonly workers: { readonly start: () => Promise<KillableWorker> };
  /** How long each worker lives before it is killed. */
  readonly livesMs: readonly number[];
  /** Does what is due by the clock, in this process. */
  readonly step: () => Promise<unknown>;
  /** What others do meanwhile, such as a receiver who confirms. */
  readonly beside?: () => Promise<unknown>;
  readonly isDone: () => Promise<boolean>;
};

/** The longest wait between two looks at what had no answer. */
const TURN_MS = 301_000;
const LAST_LIFE_MS = 6_000;
/** A breaker that opened closes by the database's clock, which nobody turns. */
const PATIENCE_MS = 240_000;

/**
 * Kills workers while they work, lets a last one go on for a while, and ends what still waits for a later look by turning the clock
 * without a worker, since workers read the machine's clock. Answers whether the kills left anything to do; throws if in the end
 * something is still not done.
 */
export async function workUnderKills(under: WorkUnderKills): Promise<{ cutOff: boolean }> {
  const { clock, workers, step, beside, isDone } = under;
  const live = async (lifeMs: number, isLast = false) => {
    const worker = await workers.start();
    for (const until = performance.now() + lifeMs; performance.now() < until; await wait(20)) {
      clock.set(new Date());
      await beside?.();
      if (isLast && (await isDone())) break;
    }
    await worker.kill();
  };
  for (const lifeMs of under.livesMs) await live(lifeMs);
  const cutOff = !(await isDone());
  if (cutOff) await live(LAST_LIFE_MS, true);
  for (const until = performance.now() + PATIENCE_MS; !(await isDone()); await wait(100)) {
    if (performance.now() > until) throw new Error('not done, however often the clock was turned');
    clock.advance(TURN_MS);
    await beside?.();
    await step();
  }
  return { cutOff };
}

/**
 * Kills workers while they work, then does what is due in this process beside a last one, at the machine's time, until all is done or its
 * patience ends. Answers whether the kills left anything to do; what is done in the end the test looks at itself.
 */
export async function workBesideLast(under: Omit<WorkUnderKills, 'beside'>): Promise<{ cutOff: boolean }> {
  const { clock, workers, step, isDone } = under;
  for (const lifeMs of under.livesMs) {
    const worker = await workers.start();
    await wait(lifeMs);
    await worker.kill();
  }
  const cutOff = !(await isDone());
  const last = await workers.start();
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await wait(500)) {
    clock.set(new Date());
    await step();
    if (await isDone()) break;
  }
  await last.kill();
  return { cutOff };
}
