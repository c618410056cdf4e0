import type { numberOptions as endpoint } from '@cardinal/contract/api/esim/numbers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { numbersOf } from './numberList.ts';
import { FREE } from './numberStore.ts';

/** Profile types, countries and accounts of the visible code numbers, and how many of each type are free. */
export async function numberOptions(ctx: Ctx): Promise<AnswerOf<typeof endpoint>> {
  const rows = await numbersOf(ctx)
    .select(['n.profile_type', 'n.country', 'n.carrier_account_id'])
    .select(sql<number>`(count(*) filter (where ${FREE}))::int`.as('free'))
    .groupBy(['n.profile_type', 'n.country', 'n.carrier_account_id'])
    .execute();
  const sorted = (values: readonly string[]) => [...new Set(values)].sort();
  const accounts = holds(ctx.actor, 'platformConfig.view')
    ? await carrierAccounts(
        ctx,
        rows.map((row) => row.carrier_account_id),
      )
    : new Map();
  return {
    profileTypes: sorted(rows.map((row) => row.profile_type)),
    countries: sorted(rows.map((row) => row.country)),
    stock: rows.map((row) => ({ profileType: row.profile_type, country: row.country, free: row.free })),
    carrierAccounts: [...accounts.values()].map(({ id, name, platform }) => ({ id, name, platform })),
  };
}
