import { switchReminder, usageReminders } from '@cardinal/contract/api/usageReminders/rules.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { tellEndingsJob } from '@cardinal/server/domains/usageReminders/firing/tellEndings.ts';
import { sendNoticesJob } from '@cardinal/server/domains/usageReminders/sending/sendNotices.ts';
import type { Caller } from './app.ts';
import type { CardsUnderTest } from './cardsUnderTest.ts';
import { flowsUnderTest, MB, meteredCard } from './flowsUnderTest.ts';
import { allow } from './ordersUnderTest.ts';

export const REMINDER_RIGHTS = (['view', 'edit', 'retry', 'export'] as const).map(
  (verb) => `flowRemind.${verb}` as const,
);
export type ReminderBody = BodyOf<typeof usageReminders.create>;

/** Cards whose usage is shared out, and accounts that write and read reminders. */
export async function remindersUnderTest() {
  const under = await flowsUnderTest();
  for (const account of ['agent', 'operator', 'rival', 'enterprise']) await allow(under, account, REMINDER_RIGHTS);
  return under;
}

let made = 0;
export const reminderBody = (more: Partial<ReminderBody> = {}): ReminderBody => ({
  name: `提醒 ${++made}`,
  kind: 'flowPercent',
  thresholds: [80],
  receivers: ['owner'],
  ways: ['notice'],
  quietHours: '22:00-08:00',
  customerIds: [],
  productCodes: [],
  textZh: '卡 {iccid} 已用 {percent}，剩余 {left}',
  textEn: 'Card {iccid}: {percent} used, {left} left',
  ...more,
});

/** Writes a rule and switches it on. */
export async function reminder(who: Caller, more: Partial<ReminderBody> = {}, state: 'draft' | 'on' = 'on') {
  const { id } = await who.ask(usageReminders.create, { body: reminderBody(more) });
  if (state === 'on') await who.ask(switchReminder, { body: { id, version: 1, state } });
  return id;
}

/** A card with a package of so many MB that nobody has used yet. */
export const cardOf = (under: CardsUnderTest, megabytes: number, customerId = '10') =>
  meteredCard(under, '990001', megabytes * MB, { customerId });

const signal = () => new AbortController().signal;
export const sendNotices = (under: CardsUnderTest) => sendNoticesJob.run(under.ctx, {}, signal());
export const tellEndings = (under: CardsUnderTest) => tellEndingsJob.run(under.ctx, {}, signal());

export const messagesOf = (under: CardsUnderTest, ruleId: string) =>
  under.db.selectFrom('usage_reminders.message').selectAll().where('rule_id', '=', ruleId).orderBy('id').execute();

/** The notices of reminders that a customer's accounts have. */
export const noticesOf = (under: CardsUnderTest, customerId: string) =>
  under.db
    .selectFrom('notices.receipt')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('source', 'like', 'usageReminders:%')
    .orderBy('id')
    .execute();
