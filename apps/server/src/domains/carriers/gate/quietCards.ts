import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import type { Outcome } from '../../carrierAdapters/face.ts';
import { type AccountRow, accountBeyondScope } from '../accounts/accountStore.ts';

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carriers.quiet_card': { account_id: string; iccid: string; changed_at: Date };
  }
}

export const QUIET = text(
  '运营商不接受短时间内再次变更同一张卡，静默期结束后继续',
  'The carrier does not accept another change of the same card this soon; continues after the quiet period',
);
/** The longest quiet time an account may have is a day. */
const FORGOTTEN_MS = 2 * 86_400_000;

const NEVER = new Date(0);

const quietMs = (account: AccountRow): number => account.quiet_seconds * 1_000;

/** When these cards may be changed again; those that may be changed now are left out. */
export async function quietUntil(
  ctx: Ctx,
  accountId: string,
  iccids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const account = await accountBeyondScope(ctx, accountId);
  if (!account?.quiet_seconds || iccids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('carriers.quiet_card')
    .select(['iccid', 'changed_at'])
    .where('iccid', 'in', [...iccids])
    .where('account_id', '=', accountId)
    .where('changed_at', '>', new Date(ctx.clock.now().getTime() - quietMs(account)))
    .execute();
  return new Map(rows.map((row) => [row.iccid, new Date(row.changed_at.getTime() + quietMs(account))]));
}

/**
 * Changes a card unless it was changed within the account's quiet time. The card is claimed before the call, so that of two
 * concurrent changes one waits. The quiet time starts with the answer, and not at all if the carrier did nothing.
 */
export async function keepingQuiet<A>(
  ctx: Ctx,
  account: AccountRow,
  iccid: string,
  change: () => Promise<Outcome<A>>,
): Promise<Outcome<A>> {
  if (account.quiet_seconds === 0) return change();
  if (!(await takeCard(ctx, account, iccid))) {
    const until = (await quietUntil(ctx, account.id, [iccid])).get(iccid);
    return { kind: 'unavailable', retryAt: until ?? ctx.clock.now(), words: QUIET, isThisCard: true };
  }
  const outcome = await change();
  const isDone = outcome.kind === 'ok' || outcome.kind === 'unclear';
  await sql`
    update carriers.quiet_card set changed_at = ${isDone ? ctx.clock.now() : NEVER}
    where iccid = ${iccid} and account_id = ${account.id}::bigint`.execute(ctx.db);
  return outcome;
}

async function takeCard(ctx: Ctx, account: AccountRow, iccid: string): Promise<boolean> {
  const now = ctx.clock.now();
  const { numAffectedRows } = await sql`
    insert into carriers.quiet_card as q (iccid, account_id, changed_at) values (${iccid}, ${account.id}::bigint, ${now})
    on conflict (iccid, account_id) do update set changed_at = excluded.changed_at
      where q.changed_at <= ${new Date(now.getTime() - quietMs(account))}`.execute(ctx.db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Removes cards whose quiet time is long over. */
export const forgetQuietCards = job({
  name: 'carriers.forgetQuietCards',
  payload: z.object({}),
  schedule: '17 3 * * *',
  run: async (ctx) => {
    await ctx.db
      .deleteFrom('carriers.quiet_card')
      .where('changed_at', '<', new Date(ctx.clock.now().getTime() - FORGOTTEN_MS))
      .execute();
  },
});
