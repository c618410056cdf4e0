import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import type { RunningFlow } from '../../control/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { WHY } from '../firingTable.ts';
import { reachedOn } from '../judging/governedCards.ts';

const { using } = PackageUsageState.values;
const AT_ONCE = 2_000;

/** The next cards of the strategy's owner and those below that have one of its packages in use, in the order of their ids. */
async function cardsAfter(ctx: Ctx, strategy: RunningFlow, customerIds: readonly string[], after: string) {
  const { rows } = await sql<{ id: string }>`
    select distinct c.id from orders.v_package_usage u join cards.v_card c on c.id = u.card_id
    where u.package_id = any(${[...strategy.packageIds]}::bigint[]) and u.is_main and u.state = ${using}
      and u.ends_at > ${ctx.clock.now()} and c.id > ${after} and c.lifecycle <> 'cancelled'
      and c.customer_id = any(${[...customerIds]}::bigint[])
    order by c.id limit ${AT_ONCE}`.execute(ctx.beyondScope(WHY));
  return rows.map(({ id }) => id);
}

/** How many cards a strategy governs, and how many of them are of accounts that read usage on no schedule. */
export async function countGoverned(ctx: Ctx, strategy: RunningFlow): Promise<{ cards: number; unread: number }> {
  const customerIds = await subtreeIds(ctx.beyondScope(WHY), strategy.customer_id);
  const { rows } = await sql<{ account: string; n: number }>`
    select c.carrier_account_id as account, count(distinct c.id)::int as n
    from orders.v_package_usage u join cards.v_card c on c.id = u.card_id
    where u.package_id = any(${[...strategy.packageIds]}::bigint[]) and u.is_main and u.state = ${using}
      and u.ends_at > ${ctx.clock.now()} and c.lifecycle <> 'cancelled'
      and c.customer_id = any(${customerIds}::bigint[])
    group by c.carrier_account_id`.execute(ctx.beyondScope(WHY));
  const accounts = await carrierAccounts(
    ctx,
    rows.map(({ account }) => account),
  );
  const sum = (of: typeof rows) => of.reduce((so, { n }) => so + n, 0);
  return { cards: sum(rows), unread: sum(rows.filter(({ account }) => !accounts.get(account)?.schedules.usage)) };
}

/** On how many of them a threshold is reached already. Looked at as the rules would be, some cards at a time. */
export async function countReached(ctx: Ctx, strategy: RunningFlow): Promise<number> {
  const customerIds = await subtreeIds(ctx.beyondScope(WHY), strategy.customer_id);
  let [count, after] = [0, '0'];
  for (;;) {
    const cardIds = await cardsAfter(ctx, strategy, customerIds, after);
    const last = cardIds.at(-1);
    if (last === undefined) return count;
    const reached = await reachedOn(ctx, [strategy], cardIds);
    count += new Set(reached.map(({ record }) => record.card_id)).size;
    after = last;
  }
}
