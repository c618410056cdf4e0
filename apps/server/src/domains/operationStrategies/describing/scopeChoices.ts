import type { strategyChoices } from '@cardinal/contract/api/operationStrategies/strategies.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { productsToBind } from '../../catalogue/face.ts';
import { customerNames, customerOf, subtreeIds } from '../../customers/face.ts';
import { packagesHeldBy } from '../../packages/face.ts';
import type { StrategyRow } from '../strategyTables.ts';
import type { ScopeNames } from './strategyWords.ts';

const WHY = 'carrier accounts, products, packages and tags of a strategy that was read in scope';
const MOST_CHOICES = 500;

/** Accounts by which cards of these customers run; only they are named. */
async function accountsOf(ctx: Ctx, customerIds: readonly string[]) {
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

/** What a strategy of this customer can be limited by. */
export async function choicesOf(ctx: Ctx, ownerId: string): Promise<AnswerOf<typeof strategyChoices>> {
  const owner = await customerOf(ctx.db, ownerId);
  const ids = await subtreeIds(ctx.db, ownerId);
  const [names, accounts, products, packages, tags] = await Promise.all([
    customerNames(ctx.db, ids.slice(0, MOST_CHOICES)),
    accountsOf(ctx, ids),
    productsToBind(ctx, ownerId),
    packagesHeldBy(ctx, ownerId, { keyword: '', most: MOST_CHOICES }),
    ctx
      .beyondScope(WHY)
      .selectFrom('cards.v_tag')
      .select(['id', 'name'])
      .where('customer_id', '=', ownerId)
      .orderBy('name')
      .limit(MOST_CHOICES)
      .execute(),
  ]);
  return {
    currency: owner?.currency ?? '',
    customers: ids.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
    accounts: accounts.map((each) => ({ ...each, platform: each.platform as Platform })),
    products: products.map(({ code, name, platform }) => ({ id: code, name, platform })),
    packages: packages.map((each) => ({ id: each.package_id, name: each.name, platform: each.platform })),
    tags,
  };
}

type Scoped = Pick<StrategyRow, 'customer_ids' | 'account_ids' | 'product_codes' | 'package_ids' | 'tag_ids'>;

const byId = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));

/** Names of all that these strategies are limited by, those of the caller's scope for customers. */
export async function scopeNames(ctx: Ctx, strategies: readonly Scoped[]): Promise<ScopeNames> {
  const all = (column: keyof Scoped) => [...new Set(strategies.flatMap((each) => each[column]))];
  const among = (ids: readonly string[]) => sql<boolean>`id = any(${[...ids]}::bigint[])`;
  const db = ctx.beyondScope(WHY);
  const [customers, accounts, packages, tags] = [
    await customerNames(ctx.db, all('customer_ids')),
    byId(
      await db
        .selectFrom('carriers.v_account')
        .select(['id', 'name'])
        .where(among(all('account_ids')))
        .execute(),
    ),
    byId(
      await db
        .selectFrom('packages.v_package')
        .select(['id', 'name'])
        .where(among(all('package_ids')))
        .execute(),
    ),
    byId(
      await db
        .selectFrom('cards.v_tag')
        .select(['id', 'name'])
        .where(among(all('tag_ids')))
        .execute(),
    ),
  ];
  return { customers, accounts, packages, tags, products: new Map() };
}
