import type { retryReminder } from '@cardinal/contract/api/usageReminders/messages.ts';
import { messageNotFound, notRetried } from '@cardinal/contract/api/usageReminders/refusals.ts';
import { SendResult } from '@cardinal/contract/enumerations/sending.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';

/** Has what nobody could read told again with the next minute. */
export async function retryMessage(ctx: Ctx, { id }: BodyOf<typeof retryReminder>): Promise<typeof DONE> {
  const row = await ctx.db
    .selectFrom('usage_reminders.message')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(messageNotFound);
  if (row.failure !== 'noReceiver') throw new Refused(notRetried);
  await ctx.db
    .updateTable('usage_reminders.message')
    .set({
      result: SendResult.values.sending,
      failure: null,
      due_at: ctx.clock.now(),
      settled_at: null,
      accounts: null,
    })
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'usageReminderMessage',
    objectId: id,
    summary: row.iccid ?? row.pool_code ?? '',
    customerId: row.customer_id,
    before: { result: row.result },
    after: { result: SendResult.values.sending },
  });
  return DONE;
}
