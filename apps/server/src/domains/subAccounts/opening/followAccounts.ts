import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { callProvider } from '../../paymentProviders/face.ts';
import { asSeen } from '../accounts/accountStore.ts';

const WHY = 'accounts are followed for everybody';
const EVERY_MS = 55 * 60_000;
const AT_ONCE = 500;

/**
 * Asks Lianlian about every account that it reviews, or for which payments are split: one that it has paused must not be named in a
 * payment, which would be refused. A failed question changes nothing.
 */
export async function followAccounts(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const due = await ctx
    .beyondScope(WHY)
    .selectFrom('sub_accounts.account')
    .select(['id', 'merchant_id', 'user_no', 'state'])
    .where(sql<boolean>`(state = 'reviewing' or (state in ('open', 'paused') and split_rule <> 'none'))`)
    .where('asked_at', '<', new Date(ctx.clock.now().getTime() - EVERY_MS))
    .orderBy('asked_at')
    .limit(AT_ONCE)
    .execute();
  for (const { id, merchant_id, state, user_no } of due) {
    if (signal?.aborted) break;
    const heard = await callProvider(ctx, merchant_id, 'queryAccount', { userNo: user_no });
    if (heard.kind !== 'ok') continue;
    const isOver = heard.answer.state === 'closed' ? { split_rule: 'none' as const, balance: null } : {};
    // Not where somebody has moved it meanwhile.
    await ctx
      .beyondScope(WHY)
      .updateTable('sub_accounts.account')
      .set({ ...asSeen(ctx, heard.answer), ...isOver, updated_at: ctx.clock.now() })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute();
  }
  return due.length;
}

export const followAccountsJob = job({
  name: 'subAccounts.follow',
  payload: z.object({}),
  schedule: '17 * * * *',
  run: async (ctx, _payload, signal) => {
    await followAccounts(ctx, signal);
  },
});
