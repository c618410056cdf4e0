import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { mapConcurrently } from '../../../framework/mapConcurrently.ts';
import { beyond, STEP, stepPayload } from '../contracts/contractStore.ts';
import { stepContract } from '../contracts/stepContract.ts';
import { planNext } from './planCharge.ts';
import { stepCharge } from './stepCharge.ts';

/** What is next for a contract, and the charge that follows from it. */
async function goOn(ctx: Ctx, id: string): Promise<void> {
  const now = ctx.clock.now();
  const row = await beyond(ctx)
    .selectFrom('auto_renewals.contract')
    .select(['next_at', 'plan_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.next_at && row.next_at <= now) await stepContract(ctx, id);
  if (row?.plan_at && row.plan_at <= now) await planNext(ctx, id);
}

export const contractStep = job({
  name: STEP.contract.name,
  payload: stepPayload,
  keyed: true,
  concurrency: 4,
  run: (ctx, { id }) => goOn(ctx, id),
});

export const chargeStep = job({
  name: STEP.charge.name,
  payload: stepPayload,
  keyed: true,
  concurrency: 4,
  run: (ctx, { id }) => stepCharge(ctx, id),
});

const AT_ONCE = 500;
const CALLS = 8;

/** What is due, whether or not its own job was lost. Returns how much it was. */
export async function stepDue(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const now = ctx.clock.now();
  const contracts = await beyond(ctx)
    .selectFrom('auto_renewals.contract')
    .select('id')
    .where((where) => where.or([where('next_at', '<=', now), where('plan_at', '<=', now)]))
    .limit(AT_ONCE)
    .execute();
  const goesOn = () => !signal?.aborted;
  await mapConcurrently(contracts, CALLS, ({ id }) => goOn(ctx, id), goesOn);
  const charges = await beyond(ctx)
    .selectFrom('auto_renewals.charge')
    .select('id')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(AT_ONCE)
    .execute();
  await mapConcurrently(charges, CALLS, ({ id }) => stepCharge(ctx, id), goesOn);
  return contracts.length + charges.length;
}

export const renewalSweep = job({
  name: 'autoRenewals.steps',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    await stepDue(ctx, signal);
  },
});
