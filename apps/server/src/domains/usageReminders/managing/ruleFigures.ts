import { SendResult } from '@cardinal/contract/enumerations/sending.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { coveredIds } from '../../customers/face.ts';
import { type RuleRow, WHY } from '../reminderTables.ts';

const DAYS = 7;
const { sending, success, fail } = SendResult.values;

/** How many cards with a package a rule is about, or how many pools with cards. */
export async function concernedBy(ctx: Ctx, rule: RuleRow): Promise<number> {
  const customerIds = await coveredIds(ctx.beyondScope(WHY), rule);
  const isOfProducts =
    rule.product_codes.length === 0 ? sql`true` : sql`c.product_code = any(${rule.product_codes}::text[])`;
  const counted =
    rule.kind === 'poolPercent'
      ? sql<{
          n: number;
        }>`select count(distinct pool_id)::int as n from pools.v_card_in_pool where customer_id = any(${customerIds}::bigint[])`
      : sql<{ n: number }>`
          select count(*)::int as n from cards.v_card c
          where c.customer_id = any(${customerIds}::bigint[]) and c.lifecycle <> 'cancelled'
            and c.package_ends_at > ${ctx.clock.now()} and ${isOfProducts}`;
  const { rows } = await counted.execute(ctx.beyondScope(WHY));
  return rows[0]?.n ?? 0;
}

/** What became of the reminders of the last seven days that customers the caller sees were to get. */
export async function sentBy(
  ctx: Ctx,
  ruleIds: readonly string[],
): Promise<ReadonlyMap<string, { sending: number; sent: number; failed: number }>> {
  const rows = await ctx.db
    .selectFrom('usage_reminders.message')
    .select('rule_id')
    .select([
      sql<number>`(count(*) filter (where result = ${sending}))::int`.as('sending'),
      sql<number>`(count(*) filter (where result = ${success}))::int`.as('sent'),
      sql<number>`(count(*) filter (where result = ${fail}))::int`.as('failed'),
    ])
    .where(sql<boolean>`rule_id = any(${[...ruleIds]}::bigint[])`)
    .where('at', '>=', new Date(+ctx.clock.now() - DAYS * DAY_MS))
    .groupBy('rule_id')
    .execute();
  return new Map(rows.map(({ rule_id, ...counts }) => [rule_id, counts]));
}
