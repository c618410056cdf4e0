import { setTimeout as wait } from 'node:timers/promises';
import { chargeCustomers, chargeJob } from '@cardinal/server/domains/deductions/charging/chargeCustomers.ts';
import { expect } from 'vitest';
import { deductionsUnderTest, PAYER } from './deductionsUnderTest.ts';
import { killableWorkers } from './killableWorkers.ts';

/** Deductions whose charges are made by workers that are killed. `cards` are read for two minutes each before that. */
export async function chargesUnderKills(cards: number) {
  const under = await deductionsUnderTest();
  // The workers read the machine's clock.
  under.clock.set(new Date(Date.now() - (2 * cards + 10) * 60_000));
  const workers = await killableWorkers(under);
  const now = () => under.clock.set(new Date());

  /** Workers come and are killed while they charge, stop and restart; a last one does the rest. */
  async function underKills(isDone: () => Promise<boolean>): Promise<void> {
    await under.ctx.enqueue(chargeJob, {});
    for (const life of [40, 200, 500]) {
      const worker = await workers.start();
      await wait(life);
      await worker.kill();
    }
    // Something was cut off, or the kills prove nothing.
    expect(await isDone()).toBe(false);
    const last = await workers.start();
    for (const until = performance.now() + 150_000; performance.now() < until; await wait(500)) {
      now();
      await chargeCustomers(under.ctx);
      if (await isDone()) break;
    }
    await last.kill();
  }

  /** Cards that are not as they are to be, or of which something is still asked. */
  async function unsettled(lifecycle: 'activated' | 'stopped'): Promise<number> {
    const rows = await under.db
      .selectFrom('cards.card')
      .select('id')
      .where('customer_id', '=', PAYER)
      .where((on) => on.or([on('lifecycle', '!=', lifecycle), on('pending_action', 'is not', null)]))
      .execute();
    return rows.length;
  }

  const stop = async () => {
    await workers.stop();
    await under.stop();
  };
  return { under, now, underKills, unsettled, stop };
}
