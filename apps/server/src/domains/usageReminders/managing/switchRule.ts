import { reminderInState, reminderNotFound } from '@cardinal/contract/api/usageReminders/refusals.ts';
import type { switchReminder } from '@cardinal/contract/api/usageReminders/rules.ts';
import { RemindState } from '@cardinal/contract/enumerations/reminder.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { RuleRow } from '../reminderTables.ts';

export async function ruleOf(ctx: Ctx, id: string, isLocked = false): Promise<RuleRow> {
  const query = ctx.db.selectFrom('usage_reminders.rule').selectAll().where('id', '=', id);
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new Refused(reminderNotFound);
  return row;
}

/** Reminders are about what comes from then on; what waits to be told is dropped with a rule that is off. */
export async function switchRule(
  ctx: Ctx,
  { id, version, state }: BodyOf<typeof switchReminder>,
): Promise<AnswerOf<typeof switchReminder>> {
  const before = await ruleOf(ctx, id, true);
  if (before.version !== version) throw new Refused(changedByAnother);
  if (before.state === state) throw new Refused(reminderInState, { state: RemindState.labelOf(state) });
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('usage_reminders.rule')
    .set((row) => ({
      state,
      turned_at: now,
      turned_by: accountOf(ctx).account,
      swept_day: null,
      version: row('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'usageReminder',
    objectId: id,
    summary: before.name,
    customerId: before.customer_id,
    before: { state: before.state },
    after: { state },
  });
  return { state };
}
