import { noMerchantTakes } from '@cardinal/contract/api/payments/refusals.ts';
import { PassedOver } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { takenIn, takenToday } from '../accounts/taken.ts';
import { choose } from './routeRules.ts';

/** Merchants of one owner in the order they are used, with the id of what names them. */
export type NamedMerchants = {
  readonly id: string;
  readonly collectorId: string;
  readonly merchantIds: readonly string[];
};

/** The first that takes new payments and has so much left of its day; refused where none does. */
export async function firstThatTakes(
  ctx: Ctx,
  { merchantIds }: NamedMerchants,
  currency: string,
  amount: bigint,
): Promise<string> {
  const rows = await ctx
    .beyondScope('whoever buys pays through merchants that were named for the seller')
    .selectFrom('payment_providers.v_merchant')
    .select(['id', 'is_enabled', 'day_most'])
    .where(sql<boolean>`id = any(${[...merchantIds]}::bigint[])`)
    .execute();
  const taken = await takenToday(ctx, 'merchant', merchantIds);
  const candidates = rows
    .sort((a, b) => merchantIds.indexOf(a.id) - merchantIds.indexOf(b.id))
    .map(({ id, is_enabled, day_most }) => ({
      id,
      merchant_id: id,
      is_enabled: true,
      merchant_is_enabled: is_enabled,
      merchant_day_most: day_most,
      least: null,
      most: null,
      day_most: null,
    }));
  const { chosen, passedOver } = choose(candidates, amount, {
    accounts: new Map(),
    merchants: new Map([...taken].map(([id, each]) => [id, takenIn(each, currency)])),
  });
  if (chosen) return chosen.id;
  throw new Refused(noMerchantTakes, { reason: PassedOver.labelOf(passedOver[0]?.why ?? 'disabled') });
}
