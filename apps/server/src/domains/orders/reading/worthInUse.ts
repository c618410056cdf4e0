import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { type OperationNodeSource, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { ownCustomer } from './ownSteps.ts';

const { using } = PackageUsageState.values;

/** What the caller’s customer was paid, or paid itself, for the main packages in use on these cards, by currency. */
export async function worthInUse(ctx: Ctx, cards: OperationNodeSource) {
  const own = ownCustomer(ctx) ?? '0';
  const { rows } = await sql<{ currency: string; cards: number; amount: string }>`
    select o.currency, count(*)::int as cards, sum(coalesce(s.price, o.price)) as amount
    from (${cards}) f
    join orders.package_usage u on u.card_id = f.id and u.is_main and u.state = ${using}
    join orders.order_line l on l.usage_id = u.id
    join orders.package_order o on o.id = l.order_id
    left join orders.order_step s on s.order_id = o.id and s.customer_id = ${own}::bigint
    where s.order_id is not null or o.customer_id = ${own}::bigint
    group by o.currency order by 2 desc`.execute(ctx.db);
  return rows;
}
