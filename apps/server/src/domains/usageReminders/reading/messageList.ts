import { listReminders } from '@cardinal/contract/api/usageReminders/messages.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';
import type { MessageRow } from '../reminderTables.ts';
import { thresholdText } from '../saying/remindWords.ts';

const FROM_ABOVE = text('上级规则', 'Of a parent customer');

/** What customers of the caller's tree were told; rules above them are not named. */
export const messageDataset = dataset(listReminders, {
  from: (ctx) => ctx.db.selectFrom('usage_reminders.message as m'),
  table: 'm',
  columns: {
    ruleName: sql`m.rule_id`,
    threshold: sql`m.threshold`,
    customerName: sql`m.customer_id`,
    text: sql`m.text_zh`,
  },
  select: (query) => query.selectAll('m'),
  extra: (query, { ruleId }) =>
    ruleId === undefined ? query : query.where(sql<boolean>`m.rule_id = ${String(ruleId)}::bigint`),
  present: async (found, ctx) => {
    const rows = found as unknown as readonly MessageRow[];
    const customers = await customerNames(
      ctx.db,
      rows.map(({ customer_id }) => customer_id),
    );
    const rules = await ctx.db
      .selectFrom('usage_reminders.rule')
      .select(['id', 'name'])
      .where(sql<boolean>`id = any(${rows.map(({ rule_id }) => rule_id)}::bigint[])`)
      .execute();
    const names = new Map(rules.map(({ id, name }) => [id, name]));
    return rows.map((row) => ({
      ruleName: names.get(row.rule_id) ?? say(FROM_ABOVE, ctx.language),
      threshold: say(thresholdText(row.kind, row.threshold), ctx.language),
      customerName: customers.get(row.customer_id) ?? '',
      text: say(text(row.text_zh, row.text_en), ctx.language),
    }));
  },
});
