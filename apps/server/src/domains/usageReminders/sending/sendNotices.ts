import type { RemindFailure } from '@cardinal/contract/enumerations/reminder.ts';
import { SendResult } from '@cardinal/contract/enumerations/sending.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { type MessageRow, WHY } from '../reminderTables.ts';
import { noticeDoor } from './noticeDoor.ts';

/** So many reminders are merged into one notice at most. */
const AT_ONCE = 1_000;
const MOST_SAID = 3;
const { sending, success, fail } = SendResult.values;
export const LOG_LINK = '/operationManagement/flowRemind?tab=messages';

/** The customers for whom something is due, each once. */
async function customersDue(ctx: Ctx): Promise<string[]> {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('usage_reminders.message')
    .select('customer_id')
    .distinct()
    .where('result', '=', sending)
    .where('due_at', '<=', ctx.clock.now())
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}

/** What is due for a customer, held; what another worker holds is left to it. */
const holdDue = (ctx: Ctx, customerId: string): Promise<MessageRow[]> =>
  ctx
    .beyondScope(WHY)
    .selectFrom('usage_reminders.message')
    .selectAll()
    .where('result', '=', sending)
    .where('due_at', '<=', ctx.clock.now())
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();

/** Why some of these are not told any more: their rule is off, or their card is not where it was. */
async function outdated(ctx: Ctx, due: readonly MessageRow[]): Promise<ReadonlyMap<string, RemindFailure>> {
  const ids = due.map(({ id }) => id);
  const { rows: off } = await sql<{ id: string }>`
    select m.id from usage_reminders.message m join usage_reminders.rule r on r.id = m.rule_id
    where m.id = any(${ids}::bigint[]) and r.state <> 'on'`.execute(ctx.beyondScope(WHY));
  const { rows: moved } = await sql<{ id: string }>`
    select m.id from usage_reminders.message m
      join cards.v_card c on c.id = m.card_id
      join customers.v_customer k on k.id = c.customer_id
      join customers.v_customer o on o.id = m.owner_id
    where m.id = any(${ids}::bigint[])
      and (k.path not like o.path || '%' or m.is_for_holder and c.customer_id <> m.customer_id)`.execute(
    ctx.beyondScope(WHY),
  );
  return new Map([...off.map(({ id }) => [id, 'ruleOff'] as const), ...moved.map(({ id }) => [id, 'moved'] as const)]);
}

/** One notice of all that is told at once. */
function noticeOf(told: readonly MessageRow[]): { readonly title: Text; readonly summary: Text } {
  const [first] = told;
  const more = told.length > MOST_SAID;
  const said = told.slice(0, MOST_SAID);
  return {
    title:
      told.length === 1
        ? text(`流量提醒：${first?.iccid ?? first?.pool_code}`, `Usage reminder: ${first?.iccid ?? first?.pool_code}`)
        : text(`${told.length} 条流量提醒`, `${told.length} usage reminders`),
    summary: text(
      `${said.map(({ text_zh }) => text_zh).join('；')}${more ? '……' : ''}`,
      `${said.map(({ text_en }) => text_en).join('; ')}${more ? ' …' : ''}`,
    ),
  };
}

async function settle(ctx: Ctx, of: readonly MessageRow[], set: Partial<MessageRow>): Promise<void> {
  if (of.length === 0) return;
  await ctx
    .beyondScope(WHY)
    .updateTable('usage_reminders.message')
    .set({ ...set, settled_at: ctx.clock.now() })
    .where(sql<boolean>`id = any(${of.map(({ id }) => id)}::bigint[])`)
    .execute();
}

/** Tells a customer all that is due in one notice, and writes what came of it, together; answers how many there were. */
async function tell(ctx: Ctx, customerId: string): Promise<number> {
  const due = await holdDue(ctx, customerId);
  if (due.length === 0) return 0;
  const whyNot = await outdated(ctx, due);
  for (const [failure, of] of Map.groupBy(due, ({ id }) => whyNot.get(id)))
    if (failure !== undefined) await settle(ctx, of, { result: fail, failure });
  const told = due.filter(({ id }) => !whyNot.has(id));
  if (told.length === 0) return due.length;
  const noticeNo = ctx.ids.next();
  const accounts =
    (await ctx.contributed(noticeDoor)?.(ctx, {
      source: `usageReminders:${noticeNo}`,
      customerId,
      permission: 'flowRemind.view',
      ...noticeOf(told),
      link: LOG_LINK,
    })) ?? 0;
  await settle(
    ctx,
    told,
    accounts > 0
      ? { result: success, failure: null, accounts, notice_no: noticeNo }
      : { result: fail, failure: 'noReceiver', accounts: 0 },
  );
  return due.length;
}

/** Each minute: what came together is told together. Killed, it is told again by whoever comes next, since nothing was written. */
export const sendNoticesJob = job({
  name: 'usageReminders.sendNotices',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    for (const customerId of await customersDue(ctx)) {
      let told = AT_ONCE;
      while (told === AT_ONCE && !signal.aborted) told = await ctx.transact((inside) => tell(inside, customerId));
    }
  },
});
