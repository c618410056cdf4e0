import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';

/** The state of an account's pool reading; `finishedAt` is the end of the last complete list. */
export type PoolReadingState = {
  readonly isRunning: boolean;
  readonly finishedAt: Date | null;
  readonly halted: { readonly at: Date; readonly words: Text } | null;
};

/** Of an account that was read within the scope. */
export async function poolReadingOf(ctx: Ctx, accountId: string): Promise<PoolReadingState> {
  const row = await ctx.db
    .selectFrom('carriers.pool_reading')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const isRunning = row?.read_until ? row.read_until > ctx.clock.now() : false;
  const halted =
    row?.halted_at && row.halted_zh
      ? { at: row.halted_at, words: text(row.halted_zh, row.halted_en ?? row.halted_zh) }
      : null;
  return { isRunning, finishedAt: row?.finished_at ?? null, halted };
}
