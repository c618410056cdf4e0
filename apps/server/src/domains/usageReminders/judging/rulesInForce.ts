import type { RemindKind } from '@cardinal/contract/enumerations/reminder.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type RuleRow, WHY } from '../reminderTables.ts';
import { type Cover, covers } from './remindRules.ts';

export type RunningRule = { readonly rule: RuleRow; readonly cover: Cover };

/** The paths of customers by id; of those that are not there none. */
async function pathsOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('customers.v_customer')
    .select(['id', 'path'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** The rules of these kinds that are on, from the root down; `asIfOn` too, whatever its state. */
export async function runningRules(ctx: Ctx, kinds: readonly RemindKind[], asIfOn = '0'): Promise<RunningRule[]> {
  const rules = await ctx
    .beyondScope(WHY)
    .selectFrom('usage_reminders.rule')
    .selectAll()
    .where((where) => where.or([where('state', '=', 'on'), where('id', '=', asIfOn)]))
    .where('kind', 'in', [...kinds])
    .orderBy('id')
    .execute();
  if (rules.length === 0) return [];
  const paths = await pathsOf(
    ctx,
    rules.flatMap((each) => [each.customer_id, ...each.customer_ids]),
  );
  return rules
    .flatMap((rule) => {
      const ownerPath = paths.get(rule.customer_id);
      if (ownerPath === undefined) return [];
      const customerPaths =
        rule.customer_ids.length === 0 ? null : rule.customer_ids.flatMap((id) => paths.get(id) ?? []);
      return [{ rule, cover: { ownerPath, customerPaths, productCodes: rule.product_codes } }];
    })
    .sort((a, b) => a.cover.ownerPath.length - b.cover.ownerPath.length);
}

export const rulesFor = (rules: readonly RunningRule[], holderPath: string, productCode: string | null): RuleRow[] =>
  rules.filter(({ cover }) => covers(cover, holderPath, productCode)).map(({ rule }) => rule);
