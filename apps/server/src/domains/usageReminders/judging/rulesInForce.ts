import type { RemindKind } from '@cardinal/contract/enumerations/reminder.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type Coverage, coverageBy, covers, pathsOf } from '../../customers/face.ts';
import { type RuleRow, WHY } from '../reminderTables.ts';

export type RunningRule = { readonly rule: RuleRow; readonly coverage: Coverage };

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
  const paths = await pathsOf(
    ctx.beyondScope(WHY),
    rules.flatMap((each) => [each.customer_id, ...each.customer_ids]),
  );
  return rules
    .flatMap((rule) => {
      const coverage = coverageBy(paths, rule);
      return coverage ? [{ rule, coverage }] : [];
    })
    .sort((a, b) => a.coverage.ownerPath.length - b.coverage.ownerPath.length);
}

/** Those that cover what a customer has: of the products they name only. */
export const rulesFor = (rules: readonly RunningRule[], holderPath: string, productCode: string | null): RuleRow[] =>
  rules
    .filter(({ coverage }) => covers(coverage, holderPath))
    .map(({ rule }) => rule)
    .filter(({ product_codes }) => product_codes.length === 0 || product_codes.includes(productCode ?? ''));
