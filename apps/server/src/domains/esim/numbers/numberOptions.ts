import type { numberOptions as endpoint } from '@cardinal/contract/api/esim/numbers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { numbersOf } from './numberList.ts';

/** The kinds, countries and accounts of the code numbers the caller sees. */
export async function numberOptions(ctx: Ctx): Promise<AnswerOf<typeof endpoint>> {
  const rows = await numbersOf(ctx)
    .select(['n.profile_type', 'n.country', 'n.carrier_account_id'])
    .distinct()
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
    carrierAccounts: [...accounts.values()].map(({ id, name }) => ({ id, name })),
  };
}
