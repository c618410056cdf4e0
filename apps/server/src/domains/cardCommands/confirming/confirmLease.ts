import type { Ctx } from '../../../framework/context.ts';
import { reaction } from '../../../framework/domain.ts';
import { WORKER, workerGone } from '../../../framework/workerHeartbeat.ts';
import { confirmSoon } from '../commands/confirmSchedule.ts';

const LEASE_MS = 15_000;

/**
 * Only one process follows up an account's commands at a time: two would make twice the carrier calls for the same result. A
 * lease that is not renewed expires. Returns its token, or undefined if another process holds it.
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

/** False if another process has taken over in the meantime. */
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

/** The leases of a worker that is gone are taken over at once. */
export const confirmOfGone = reaction(workerGone, 'cards.workerGone', async (ctx, { worker }) => {
  const freed = await ctx.db
    .deleteFrom('card_commands.confirm_lease')
    .where('worker', '=', worker)
    .returning('carrier_account_id')
    .execute();
  for (const { carrier_account_id } of freed) await confirmSoon(ctx, carrier_account_id);
});
