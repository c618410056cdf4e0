import type { Ctx } from '../../../framework/context.ts';
import { reaction } from '../../../framework/domain.ts';
import { WORKER, workerGone } from '../../../framework/workerHeartbeat.ts';
import { confirmSoon } from '../commands/confirmSchedule.ts';

const LEASE_MS = 15_000;

/**
 * One process looks after the commands of an account at a time: two would ask the carrier twice as often for the same. A
 * lease that is not kept runs out. Answers its token, or nothing where another has it.
 */
export async function takeLease(ctx: Ctx, accountId: string): Promise<string | undefined> {
  const now = ctx.clock.now();
  const token = ctx.ids.next();
  const row = {
    carrier_account_id: accountId,
    token,
    leased_until: new Date(now.getTime() + LEASE_MS),
    worker: WORKER,
  };
  const taken = await ctx.db
    .insertInto('card_commands.confirm_lease')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('carrier_account_id')
        .doUpdateSet({ token, leased_until: row.leased_until, worker: WORKER })
        .where('card_commands.confirm_lease.leased_until', '<=', now),
    )
    .returning('token')
    .executeTakeFirst();
  return taken?.token;
}

/** False when somebody else has taken over meanwhile. */
export async function keepLease(ctx: Ctx, accountId: string, token: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('card_commands.confirm_lease')
    .set({ leased_until: new Date(ctx.clock.now().getTime() + LEASE_MS) })
    .where('carrier_account_id', '=', accountId)
    .where('token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const endLease = (ctx: Ctx, accountId: string, token: string): Promise<unknown> =>
  ctx.db
    .deleteFrom('card_commands.confirm_lease')
    .where('carrier_account_id', '=', accountId)
    .where('token', '=', token)
    .execute();

/** What a worker that is gone looked after is looked after by another at once. */
export const confirmOfGone = reaction(workerGone, 'cards.workerGone', async (ctx, { worker }) => {
  const freed = await ctx.db
    .deleteFrom('card_commands.confirm_lease')
    .where('worker', '=', worker)
    .returning('carrier_account_id')
    .execute();
  for (const { carrier_account_id } of freed) await confirmSoon(ctx, carrier_account_id);
});
