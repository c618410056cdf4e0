import type { handleWarning } from '@cardinal/contract/api/earlyWarnings/events.ts';
import { warningEventHandled, warningEventNotFound } from '@cardinal/contract/api/earlyWarnings/refusals.ts';
import { WarningEventState } from '@cardinal/contract/enumerations/warning.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';

export async function handleEvent(
  ctx: Ctx,
  { id, state, note }: BodyOf<typeof handleWarning>,
): Promise<AnswerOf<typeof handleWarning>> {
  const before = await ctx.db
    .selectFrom('early_warnings.event')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new Refused(warningEventNotFound);
  if (before.state === 'resolved' || before.state === state)
    throw new Refused(warningEventHandled, { state: WarningEventState.labelOf(before.state) });
  const now = ctx.clock.now();
  const after = note ?? before.note;
  await ctx.db
    .updateTable('early_warnings.event')
    .set({
      state,
      note: after,
      handled_by: accountOf(ctx).account,
      acknowledged_at: before.acknowledged_at ?? now,
      ...(state === 'resolved' ? { resolved_at: now, ended_by: 'byHand' as const } : {}),
    })
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'warningEvent',
    objectId: id,
    summary: before.object_name,
    customerId: before.customer_id,
    before: { state: before.state, note: before.note },
    after: { state, note: after },
  });
  return DONE;
}
