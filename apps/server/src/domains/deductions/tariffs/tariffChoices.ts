import { cannotStop, notInScope } from '@cardinal/contract/api/deductions/refusals.ts';
import type { tariffChoices } from '@cardinal/contract/api/deductions/tariffs.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { actionsOfAccount } from '../../carriers/face.ts';
import { productsToBind } from '../../catalogue/face.ts';
import { customerOf, subtreeIds } from '../../customers/face.ts';
import type { TariffRow } from '../deductionTables.ts';
import { beyond } from './tariffStore.ts';

const MOST = 500;

/** Accounts by which cards of a customer and those below run; only they are named. */
async function accountsOf(ctx: Ctx, customerId: string) {
  const ids = await subtreeIds(ctx.db, customerId);
  return beyond(ctx)
    .selectFrom('carriers.v_account as a')
    .select(['a.id', 'a.name', 'a.platform'])
    .where(
      sql<boolean>`exists (select from cards.v_card c where c.carrier_account_id = a.id and c.customer_id = any(${ids}::bigint[]))`,
    )
    .orderBy('a.name')
    .execute();
}

export async function readChoices(ctx: Ctx): Promise<AnswerOf<typeof tariffChoices>> {
  const { customerId } = accountOf(ctx);
  const customers = await ctx.db
    .selectFrom('customers.v_customer')
    .select(['id', 'name'])
    .where('parent_id', '=', customerId)
    .orderBy('name')
    .limit(MOST)
    .execute();
  const accounts = await accountsOf(ctx, customerId);
  const products = await productsToBind(ctx, customerId);
  return {
    currency: (await customerOf(ctx.db, customerId))?.currency ?? '',
    customers,
    accounts: accounts.map((each) => ({ ...each, platform: each.platform as Platform })),
    products: products.map(({ code, name, platform }) => ({ id: code, name, platform })),
  };
}

type Scoped = Pick<TariffRow, 'owner_id' | 'account_ids' | 'product_codes'>;

/** What a tariff is limited by must be what its owner's cards run by. */
export async function refuseScope(ctx: Ctx, { owner_id, account_ids, product_codes }: Scoped): Promise<void> {
  const accounts = new Set((await accountsOf(ctx, owner_id)).map(({ id }) => id));
  if (account_ids.some((id) => !accounts.has(id))) throw refusedAt('accountIds', notInScope);
  if (product_codes.length === 0) return;
  const products = new Set((await productsToBind(ctx, owner_id)).map(({ code }) => code));
  if (product_codes.some((code) => !products.has(code))) throw refusedAt('productCodes', notInScope);
}

/** Cards that are to be stopped need a carrier account that can. */
export async function refuseUnable(
  ctx: Ctx,
  { account_ids, on_empty }: Pick<TariffRow, 'account_ids' | 'on_empty'>,
): Promise<void> {
  if (on_empty !== ControlAction.values.STOP || account_ids.length === 0) return;
  for (const id of account_ids) if ((await actionsOfAccount(ctx, id)).includes(ControlAction.values.STOP)) return;
  throw refusedAt('onEmpty', cannotStop);
}
