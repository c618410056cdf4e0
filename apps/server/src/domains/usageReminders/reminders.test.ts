import { listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import { listReminders } from '@cardinal/contract/api/usageReminders/messages.ts';
import { switchReminder } from '@cardinal/contract/api/usageReminders/rules.ts';
import { SendResult } from '@cardinal/contract/enumerations/sending.ts';
import { MB } from '@cardinal/testing/flowsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import {
  cardOf,
  messagesOf,
  noticesOf,
  reminder,
  remindersUnderTest,
  sendNotices,
  tellEndings,
} from '@cardinal/testing/remindersUnderTest.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const under = await forThisFile(remindersUnderTest());
const agent = () => under.anew('agent');
const { sending, success, fail } = SendResult.values;
/** Turns the clock on to a time of day in China. */
function turnTo(time: string): void {
  const now = under.clock.now();
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const wall = new Date(+now + 8 * 60 * MINUTE);
  const at = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate(), hours - 8, minutes);
  under.clock.set(new Date(at > +now ? at : at + DAY));
}
afterEach(() => sql`update usage_reminders.rule set state = 'off'`.execute(under.db));
const resultsOf = async (id: string) => (await messagesOf(under, id)).map(({ result }) => result);

test('a card crosses 80 % at 23:10: one notice at 08:00, its log says success, a re-rating tells no second time', async () => {
  const id = await reminder(await agent());
  const one = await cardOf(under, 100);
  turnTo('23:10');
  await one.read(81 * MB);
  await sendNotices(under);
  expect(await messagesOf(under, id)).toMatchObject([{ result: sending, threshold: 80, settled_at: null }]);
  turnTo('07:59');
  await sendNotices(under);
  expect(await resultsOf(id)).toEqual([sending]);
  const before = (await noticesOf(under, '10')).length;
  turnTo('08:00');
  await sendNotices(under);
  const receipts = (await noticesOf(under, '10')).slice(before);
  expect(new Set(receipts.map(({ source }) => source)).size).toBe(1);
  expect(receipts[0]).toMatchObject({
    title_zh: `流量提醒：${one.iccid}`,
    summary_zh: `卡 ${one.iccid} 已用 81%，剩余 19 MB`,
    summary_en: `Card ${one.iccid}: 81% used, 19 MB left`,
    link: '/operationManagement/flowRemind?tab=messages',
  });
  const { list } = await (await agent()).ask(listReminders, { query: { ruleId: id } });
  expect(list).toMatchObject([
    { iccid: one.iccid, threshold: '80%', way: 'notice', result: success, failure: null, accounts: receipts.length },
  ]);
  // Corrected below the threshold and read above it again.
  await one.read(70 * MB);
  under.clock.advance(MINUTE);
  await one.read(85 * MB);
  await sendNotices(under);
  expect(await resultsOf(id)).toEqual([success]);
  expect((await noticesOf(under, '10')).length).toBe(before + receipts.length);
});

test('what comes within the quiet hours is merged into one notice at their end', async () => {
  const id = await reminder(await agent());
  const cards = [
    await cardOf(under, 100),
    await cardOf(under, 100),
    await cardOf(under, 100),
    await cardOf(under, 100),
  ];
  turnTo('22:30');
  for (const each of cards) await each.read(90 * MB);
  turnTo('08:01');
  const before = (await noticesOf(under, '10')).length;
  await sendNotices(under);
  const sent = await messagesOf(under, id);
  expect(sent.map(({ result }) => result)).toEqual([success, success, success, success]);
  expect(new Set(sent.map(({ notice_no }) => notice_no)).size).toBe(1);
  const receipts = (await noticesOf(under, '10')).slice(before);
  expect(new Set(receipts.map(({ source }) => source))).toEqual(new Set([`usageReminders:${sent[0]?.notice_no}`]));
  expect(receipts[0]).toMatchObject({ title_zh: '4 条流量提醒', title_en: '4 usage reminders' });
  const inbox = await (await agent()).ask(listInbox, { query: { titleContains: '条流量提醒' } as never });
  expect(inbox.list[0]?.summary).toContain(cards[0]?.iccid);
});

test('of several thresholds reached at once the strictest is told, and the next one once it is reached; a new cycle tells anew', async () => {
  turnTo('10:00');
  const id = await reminder(await agent(), { thresholds: [50, 80, 100] });
  const one = await cardOf(under, 100);
  await one.read(85 * MB);
  under.clock.advance(MINUTE);
  await one.read(99 * MB);
  under.clock.advance(MINUTE);
  await one.read(130 * MB);
  expect((await messagesOf(under, id)).map(({ threshold }) => threshold)).toEqual([80, 100]);
  const periods = await under.db
    .selectFrom('usage_reminders.firing')
    .select('period')
    .where('rule_id', '=', id)
    .execute();
  expect(periods).toHaveLength(3);
  await sql`update usage_reminders.firing set period = '1999-01' where rule_id = ${id}`.execute(under.db);
  under.clock.advance(MINUTE);
  await one.read(131 * MB);
  expect((await messagesOf(under, id)).map(({ threshold }) => threshold)).toEqual([80, 100, 100]);
});

test('a package is judged with what was added to it, by what is left too; a reading that is too old tells nothing', async () => {
  turnTo('10:00');
  const id = await reminder(await agent(), { kind: 'flowLeft', thresholds: [10, 30], textZh: '剩 {left} / {total}' });
  const one = await cardOf(under, 100);
  await one.record(0, 29, 50 * MB, { is_main: false, state: 1 });
  await one.read(110 * MB);
  expect(await messagesOf(under, id)).toEqual([]);
  under.clock.advance(MINUTE);
  await one.read(125 * MB, new Date(+under.clock.now() - 2 * DAY));
  expect(await messagesOf(under, id)).toEqual([]);
  under.clock.advance(MINUTE);
  await one.read(126 * MB);
  expect(await messagesOf(under, id)).toMatchObject([{ threshold: 30, text_zh: '剩 24 MB / 150 MB' }]);
});

test('a child’s rule adds to its parent’s; each is told by its own, and texts of a rule above stay hidden', async () => {
  turnTo('10:00');
  const above = await reminder(await agent(), { textZh: '代理内部：{iccid} 用到 {percent}' });
  const below = await reminder(await under.anew('enterprise'), { textZh: '我们的卡 {iccid}' });
  const one = await cardOf(under, 100, '12');
  await one.read(95 * MB);
  await sendNotices(under);
  expect(await messagesOf(under, above)).toMatchObject([{ customer_id: '10', holder_id: '12', result: success }]);
  expect(await messagesOf(under, below)).toMatchObject([{ customer_id: '12', result: success }]);
  const seen = async (account: string) =>
    (await (await under.anew(account)).ask(listReminders, { query: { iccid: [one.iccid] } })).list.map(
      ({ text }) => text,
    );
  expect(await seen('enterprise')).toEqual([`我们的卡 ${one.iccid}`]);
  expect((await seen('agent')).sort()).toEqual([`代理内部：${one.iccid} 用到 95%`, `我们的卡 ${one.iccid}`].sort());
  expect(await seen('rival')).toEqual([]);
  const texts = (await noticesOf(under, '12')).map(({ summary_zh }) => summary_zh).join();
  expect(texts).not.toContain('代理内部');
});

test('the customer with the card is told where the rule says so, without the name of the rule above', async () => {
  turnTo('10:00');
  const id = await reminder(await agent(), { name: '给客户', receivers: ['owner', 'holder'] });
  const one = await cardOf(under, 100, '12');
  await one.read(95 * MB);
  await sendNotices(under);
  expect((await messagesOf(under, id)).map(({ customer_id, result }) => [customer_id, result])).toEqual([
    ['10', success],
    ['12', success],
  ]);
  const { list } = await (await under.anew('enterprise')).ask(listReminders, { query: { iccid: [one.iccid] } });
  expect(list).toMatchObject([{ ruleName: '上级规则', text: `卡 ${one.iccid} 已用 95%，剩余 5 MB` }]);
});

test('a card that moved is its new owner’s to be reminded of; what was held for the old one is not told', async () => {
  const own = await reminder(await under.anew('enterprise'));
  const other = await reminder(await under.anew('rival'));
  const one = await cardOf(under, 100, '12');
  turnTo('23:00');
  await one.read(90 * MB);
  await under.db.updateTable('cards.card').set({ customer_id: '20' }).where('id', '=', one.id).execute();
  under.clock.advance(MINUTE);
  await one.read(91 * MB);
  turnTo('08:00');
  await sendNotices(under);
  expect(await messagesOf(under, own)).toMatchObject([{ result: fail, failure: 'moved' }]);
  expect(await messagesOf(under, other)).toMatchObject([{ customer_id: '20', result: success }]);
});

test('a rule that is off tells nothing, neither what comes nor what it held; a draft judges nothing', async () => {
  const caller = await agent();
  const draft = await reminder(caller, {}, 'draft');
  const id = await reminder(caller);
  const one = await cardOf(under, 100);
  turnTo('23:00');
  await one.read(90 * MB);
  await (await agent()).ask(switchReminder, { body: { id, version: 2, state: 'off' } });
  turnTo('08:00');
  await sendNotices(under);
  expect(await messagesOf(under, id)).toMatchObject([{ result: fail, failure: 'ruleOff' }]);
  expect(await messagesOf(under, draft)).toEqual([]);
  const two = await cardOf(under, 100);
  await two.read(90 * MB);
  expect(await messagesOf(under, id)).toHaveLength(1);
});

test('packages that end are told once a threshold, by the days of China, outside the quiet hours, unless one follows', async () => {
  turnTo('06:00');
  const id = await reminder(await agent(), {
    kind: 'packageEnd',
    thresholds: [1, 3],
    textZh: '{iccid} 还有 {days} 天，{endsOn} 到期',
    textEn: '{iccid} ends in {days} days',
  });
  const [one, followed] = [await cardOf(under, 100), await cardOf(under, 100)];
  const ends = new Date(+under.clock.now() + 3 * DAY);
  for (const each of [one, followed]) {
    await under.db.updateTable('cards.card').set({ package_ends_at: ends }).where('id', '=', each.id).execute();
    await under.db.updateTable('orders.package_usage').set({ ends_at: ends }).where('id', '=', each.usageId).execute();
  }
  await followed.record(3, 33, 100 * MB, { state: 0 });
  await tellEndings(under);
  expect(await messagesOf(under, id)).toEqual([]);
  turnTo('09:00');
  await tellEndings(under);
  await tellEndings(under);
  const [first, ...more] = await messagesOf(under, id);
  expect([first, more]).toMatchObject([{ threshold: 3, iccid: one.iccid }, []]);
  expect(first?.text_zh).toMatch(/还有 3 天，\d{4}-\d\d-\d\d 到期$/);
  turnTo('09:00');
  await tellEndings(under);
  expect(await messagesOf(under, id)).toHaveLength(1);
  turnTo('09:00');
  await tellEndings(under);
  expect((await messagesOf(under, id)).map(({ threshold }) => threshold)).toEqual([3, 1]);
});
