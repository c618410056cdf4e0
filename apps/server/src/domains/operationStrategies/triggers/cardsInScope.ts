import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { actionsOfAccount } from '../../carriers/face.ts';
import { coveredIds } from '../../customers/face.ts';
import type { StrategyRow } from '../strategyTables.ts';

export const WHY = 'a strategy acts on the cards of its owner and those below, whoever looks';

/** Whose cards a strategy acts on: its owner and those below, or those it names among them. */
export const customersOf = (ctx: Ctx, strategy: StrategyRow): Promise<string[]> =>
  coveredIds(ctx.beyondScope(WHY), strategy);

/** The package in use on card `c`, or else the last one. */
const packageOn = sql`(select u.package_id from orders.v_package_usage u
  where u.card_id = c.id and u.is_main and u.state in (1, 2) order by u.state, u.ends_at desc limit 1)`;

/** Whether a strategy is about card `c` at all. */
export function inScope(strategy: StrategyRow, customerIds: readonly string[]): RawBuilder<boolean> {
  const parts = [sql<boolean>`c.customer_id = any(${customerIds}::bigint[]) and c.lifecycle <> 'cancelled'`];
  const { account_ids, product_codes, package_ids, tag_ids } = strategy;
  if (account_ids.length > 0) parts.push(sql`c.carrier_account_id = any(${account_ids}::bigint[])`);
  if (product_codes.length > 0) parts.push(sql`c.product_code = any(${product_codes}::text[])`);
  if (package_ids.length > 0) parts.push(sql`${packageOn} = any(${package_ids}::bigint[])`);
  if (tag_ids.length > 0)
    parts.push(
      sql`exists (select from cards.v_card_tag g where g.card_id = c.id and g.tag_id = any(${tag_ids}::bigint[]))`,
    );
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

/** The carrier accounts that cannot be asked for an action: their cards are left out. */
export async function accountsWithout(ctx: Ctx, action: ControlAction): Promise<string[]> {
  if (action === ControlAction.values.NO_CONTROL) return [];
  const accounts = await ctx.beyondScope(WHY).selectFrom('carriers.v_account').select('id').execute();
  const without = [];
  for (const { id } of accounts) if (!(await actionsOfAccount(ctx, id)).includes(action)) without.push(id);
  return without;
}
