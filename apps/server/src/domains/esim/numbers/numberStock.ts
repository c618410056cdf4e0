import type { readNumberStock as endpoint } from '@cardinal/contract/api/esim/numbers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { numbersOf } from './numberList.ts';
import { FREE } from './numberStore.ts';
import { daysOfSupply, RATE_DAYS } from './supplyRules.ts';

/** Stock is shown for this many profile types, those that run out first at the top. */
const MOST_KINDS = 20;

/** Stock by profile type and country within the scope, and how long it lasts at the recent rate of binding. */
export async function numberStock(ctx: Ctx): Promise<AnswerOf<typeof endpoint>> {
  const since = new Date(ctx.clock.now().getTime() - RATE_DAYS * DAY_MS);
  const rows = await numbersOf(ctx)
    .select(['n.profile_type', 'n.country'])
    .select(sql<number>`(count(*) filter (where ${FREE}))::int`.as('free'))
    .select(sql<number>`(count(*) filter (where n.bound_at >= ${since}))::int`.as('taken'))
    .groupBy(['n.profile_type', 'n.country'])
    .execute();
  return rows
    .filter((row) => row.free > 0 || row.taken > 0)
    .map((row) => ({
      profileType: row.profile_type,
      country: row.country,
      free: row.free,
      daysLeft: daysOfSupply(row.free, row.taken),
    }))
    .sort(
      (a, b) =>
        (a.daysLeft ?? Number.POSITIVE_INFINITY) - (b.daysLeft ?? Number.POSITIVE_INFINITY) ||
        a.profileType.localeCompare(b.profileType),
    )
    .slice(0, MOST_KINDS);
}
