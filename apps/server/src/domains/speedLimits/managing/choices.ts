import type { speedLimitChoices } from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { capabilitiesOf } from '../../carriers/face.ts';
import { productsToBind } from '../../catalogue/face.ts';
import { limitsToChoose } from '../../control/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { WHY } from '../speedLimitTables.ts';

const MOST = 500;

/** The speeds an account offers, the highest first; none: it cannot limit. */
export async function speedsOfAccount(ctx: Ctx, accountId: string): Promise<readonly number[]> {
  const can = await capabilitiesOf(ctx, accountId);
  return [...(can?.speeds ?? [])].sort((a, b) => b - a);
}

/** Carrier accounts by which cards of these customers run; only they are named. */
export async function accountsOfCards(ctx: Ctx, customerIds: readonly string[]) {
  return ctx
    .beyondScope(WHY)
    .selectFrom('carriers.v_account as a')
    .select(['a.id', 'a.name', 'a.platform'])
    .where(
      sql<boolean>`exists (select from cards.v_card c where c.carrier_account_id = a.id and c.customer_id = any(${[...customerIds]}::bigint[]))`,
    )
    .orderBy('a.name')
    .execute();
}

/** What a speed limit of this customer can be made of. */
export async function choicesOf(ctx: Ctx, ownerId: string): Promise<AnswerOf<typeof speedLimitChoices>> {
  const ids = await subtreeIds(ctx.db, ownerId);
  const [accounts, limits, products, tags] = [
    await accountsOfCards(ctx, ids),
    await limitsToChoose(ctx, ownerId),
    await productsToBind(ctx, ownerId),
    await ctx
      .beyondScope(WHY)
      .selectFrom('cards.v_tag')
      .select(['id', 'name'])
      .where('customer_id', '=', ownerId)
      .orderBy('name')
      .limit(MOST)
      .execute(),
  ];
  const able = await Promise.all(
    accounts.map(async ({ id, name, platform }) => ({
      ...{ id, name },
      platform: platform as Platform,
      speeds: [...(await speedsOfAccount(ctx, id))],
    })),
  );
  return {
    accounts: able.filter(({ speeds }) => speeds.length > 0),
    limitStrategies: limits.map(({ id, name, platform, reset, tiers }) => ({
      ...{ id, name, platform, reset },
      tiers: [...tiers],
    })),
    products: products.map(({ code, name, platform }) => ({ id: code, name, platform })),
    tags,
  };
}
