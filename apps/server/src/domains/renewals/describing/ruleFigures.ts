import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { coveredIds } from '../../customers/face.ts';
import type { RuleRow } from '../renewalTables.ts';

const WHY = 'a rule is about the cards of its owner and those below, whoever looks';
const { unused, using } = PackageUsageState.values;

/** How many cards have a main package that a rule is about, and how many packages wait on them. */
export async function cardsOf(ctx: Ctx, rule: RuleRow): Promise<{ cards: number; waiting: number }> {
  const customerIds = await coveredIds(ctx.beyondScope(WHY), rule);
  const isOfPackages =
    rule.package_ids.length === 0 ? sql`true` : sql`u.package_id = any(${rule.package_ids}::bigint[])`;
  const isOfProducts =
    rule.product_codes.length === 0 ? sql`true` : sql`c.product_code = any(${rule.product_codes}::text[])`;
  const { rows } = await sql<{ cards: number; waiting: number }>`
    select count(distinct c.id)::int as cards, (count(*) filter (where u.state = ${unused}))::int as waiting
    from cards.v_card c join orders.v_package_usage u on u.card_id = c.id and u.is_main and u.state in (${unused}, ${using})
    where c.customer_id = any(${customerIds}::bigint[]) and c.lifecycle <> 'cancelled' and ${isOfPackages} and ${isOfProducts}`.execute(
    ctx.beyondScope(WHY),
  );
  return rows[0] ?? { cards: 0, waiting: 0 };
}

/** How many renewals rules refused, and would have refused in shadow, of cards the caller sees. */
export async function blockedOf(
  ctx: Ctx,
  ruleIds: readonly string[],
): Promise<ReadonlyMap<string, { blocked: number; shadowed: number }>> {
  const rows = await ctx.db
    .selectFrom('renewals.blocked')
    .select('rule_id')
    .select([
      sql<number>`(count(*) filter (where not is_shadow))::int`.as('blocked'),
      sql<number>`(count(*) filter (where is_shadow))::int`.as('shadowed'),
    ])
    .where(sql<boolean>`rule_id = any(${[...ruleIds]}::bigint[])`)
    .groupBy('rule_id')
    .execute();
  return new Map(rows.map(({ rule_id, ...counts }) => [rule_id, counts]));
}
