import {
  poolsBeingRead,
  poolsNotOffered,
  type readCarrierPools as readNowEndpoint,
} from '@cardinal/contract/api/carriers/carrierPools.ts';
import { accountNotConnected, accountStateRefused } from '@cardinal/contract/api/carriers/carriers.ts';
import type { Schedules } from '@cardinal/contract/carrierSchedules.ts';
import { type BodyOf, DONE, idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import type { Urgency } from '../../../outbound/gate/urgencyRules.ts';
import { adapterOfAccount, isConnected } from '../../carrierAdapters/face.ts';
import { type AccountRow, findAccount } from '../accounts/accountStore.ts';
import { isDue, NO_SCHEDULES } from '../accounts/scheduleRules.ts';
import { readPools } from './readPools.ts';

const READ_POOLS = 'carriers.readPools';

export const readPoolsJob = job({
  name: READ_POOLS,
  payload: z.object({ accountId: idSchema, urgency: z.enum(['now', 'rotation']) }),
  keyed: 'waiting',
  concurrency: 4,
  run: async (ctx, { accountId, urgency }, signal) => {
    await readPools(ctx, accountId, { signal, urgency });
  },
});

/** Starts every minute the pool lists whose schedule is due; an interrupted list is retried a minute later. */
export const poolsSweepJob = job({
  name: 'carriers.poolsSweep',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx) => {
    for (const accountId of await dueAccounts(ctx)) await readSoon(ctx, accountId, 'rotation');
  },
});

const readSoon = (ctx: Ctx, accountId: string, urgency: Extract<Urgency, 'now' | 'rotation'>): Promise<void> =>
  ctx.enqueue({ name: READ_POOLS }, { accountId, urgency }, { key: accountId });

const canTellPools = (account: AccountRow): boolean =>
  adapterOfAccount(account).capabilities.operations.includes('listPools');
const canBeAsked = (account: AccountRow): boolean =>
  isConnected(adapterOfAccount(account)) && account.credentials !== null;

/** A refused list waits for its schedule; a running list is continued. */
async function dueAccounts(ctx: Ctx): Promise<string[]> {
  const now = ctx.clock.now();
  const accounts = await ctx
    .beyondScope('the pools of every platform’s accounts are read')
    .selectFrom('carriers.account')
    .selectAll()
    .where('state', '=', 'on')
    .execute();
  const readings = await ctx.db.selectFrom('carriers.pool_reading').selectAll().execute();
  const readingOf = new Map(readings.map((reading) => [reading.account_id, reading]));
  return accounts
    .filter((account) => {
      const { pools } = { ...NO_SCHEDULES, ...(account.schedules as Partial<Schedules>) };
      if (pools === 0 || !canTellPools(account) || !canBeAsked(account)) return false;
      const reading = readingOf.get(account.id);
      return reading?.began_at ? true : isDue(pools, lastTry(reading), now);
    })
    .map(({ id }) => id);
}

const lastTry = (reading: { finished_at: Date | null; halted_at: Date | null } | undefined): Date | null =>
  reading?.halted_at ?? reading?.finished_at ?? null;

/** Somebody is waiting for them: read before lists that are merely due. */
export async function readPoolsNow(ctx: Ctx, { accountId }: BodyOf<typeof readNowEndpoint>): Promise<typeof DONE> {
  const account = await findAccount(ctx.db, accountId);
  if (!account || account.state === 'off') throw new Refused(notFound);
  if (!canTellPools(account)) throw new Refused(poolsNotOffered);
  if (!canBeAsked(account)) throw new Refused(accountNotConnected);
  if (account.state !== 'on') throw new Refused(accountStateRefused);
  const running = await ctx.db
    .selectFrom('carriers.pool_reading')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('read_until', '>', ctx.clock.now())
    .executeTakeFirst();
  if (running) throw new Refused(poolsBeingRead);
  await readSoon(ctx, accountId, 'now');
  ctx.note({ objectKind: 'carrierAccount', objectId: accountId, summary: account.name });
  return DONE;
}
