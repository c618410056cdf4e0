import { type Definition, definitionProblems } from '@cardinal/contract/api/usageReminders/definition.ts';
import { reminderIsOn } from '@cardinal/contract/api/usageReminders/refusals.ts';
import { usageReminders } from '@cardinal/contract/api/usageReminders/rules.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { productsToBind } from '../../catalogue/face.ts';
import { customerNames, subtreeIds } from '../../customers/face.ts';
import type { RuleRow } from '../reminderTables.ts';
import { whenText } from '../saying/remindWords.ts';
import { concernedBy, sentBy } from './ruleFigures.ts';
import { coversText } from './scopeWords.ts';

const notThere = problem('有不可选的项', 'Some of these cannot be chosen');

/** What is named must be the owner's. */
async function namedProblems(ctx: Ctx, ownerId: string, given: Definition): Promise<FieldProblem[]> {
  const below = new Set(await subtreeIds(ctx.db, ownerId));
  const products = new Set((await productsToBind(ctx, ownerId)).map(({ code }) => code));
  const parts = [
    ['customerIds', given.customerIds, below],
    ['productCodes', given.productCodes, products],
  ] as const;
  return parts.flatMap(([field, named, there]) =>
    named.some((each) => !there.has(each)) ? [{ field, text: notThere.text, facts: {} }] : [],
  );
}

async function written(ctx: Ctx, given: Definition, before?: RuleRow): Promise<Partial<RuleRow>> {
  if (before?.state === 'on') throw new Refused(reminderIsOn);
  const ownerId = before?.customer_id ?? accountOf(ctx).customerId;
  const problems = [...definitionProblems(given), ...(await namedProblems(ctx, ownerId, given))];
  if (problems.length > 0) throw new Refused(invalid, {}, problems);
  return { quiet_hours: given.quietHours, swept_day: null };
}

const noted = (row: RuleRow) => ({
  name: row.name,
  kind: row.kind,
  thresholds: row.thresholds,
  receivers: row.receivers,
  ways: row.ways,
  quiet_hours: row.quiet_hours,
  customer_ids: row.customer_ids,
  product_codes: row.product_codes,
  text_zh: row.text_zh,
  text_en: row.text_en,
});

export const ruleRegister = bindRegister(usageReminders, {
  table: 'usage_reminders.rule',
  objectKind: 'usageReminder',
  name: ({ name }) => name,
  unique: { index: 'rule_name', field: 'name' },
  begin: (ctx) => {
    const { customerId, account } = accountOf(ctx);
    return { customer_id: customerId, state: 'draft' as const, created_by: account, created_at: ctx.clock.now() };
  },
  write: (ctx, given, before) => written(ctx, given as Definition, before),
  noted,
  list: {
    present: async (rows, ctx) => {
      const customers = await customerNames(
        ctx.db,
        rows.flatMap(({ customer_id, customer_ids }) => [customer_id, ...customer_ids]),
      );
      const sent = await sentBy(
        ctx,
        rows.map(({ id }) => id),
      );
      const concerned = await Promise.all(rows.map((row) => concernedBy(ctx, row)));
      return rows.map((row, at) => ({
        when: whenText(row.kind, row.thresholds, ctx.language),
        covers: coversText(row, customers, ctx.language),
        concerned: concerned[at] ?? 0,
        ...(sent.get(row.id) ?? { sending: 0, sent: 0, failed: 0 }),
        customerName: customers.get(row.customer_id) ?? '',
      }));
    },
  },
});
