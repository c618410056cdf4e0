import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { listReminders, retryReminder } from '@cardinal/contract/api/usageReminders/messages.ts';
import {
  duplicateReminder,
  messageNotFound,
  notRetried,
  reminderInState,
  reminderIsOn,
  reminderNotFound,
} from '@cardinal/contract/api/usageReminders/refusals.ts';
import {
  previewReminder,
  reminderChoices,
  switchReminder,
  tryReminders,
  usageReminders,
} from '@cardinal/contract/api/usageReminders/rules.ts';
import { SendResult } from '@cardinal/contract/enumerations/sending.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { MB } from '@cardinal/testing/flowsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import {
  cardOf,
  messagesOf,
  noticesOf,
  type ReminderBody,
  reminder,
  reminderBody,
  remindersUnderTest,
  sendNotices,
} from '@cardinal/testing/remindersUnderTest.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';

const { success, fail } = SendResult.values;
const under = await forThisFile(remindersUnderTest());
const [agent, operator, enterprise, rival] = [
  await under.as('agent'),
  await under.as('operator'),
  await under.as('enterprise'),
  await under.as('rival'),
];
afterEach(() => sql`update usage_reminders.rule set state = 'off'`.execute(under.db));

test('a rule without thresholds, receivers or ways, with one too great or an unknown variable is refused at its field', async () => {
  const refused = async (more: Partial<ReminderBody>) =>
    faultsOf(await agent.call(usageReminders.create, { body: reminderBody(more) })).map(({ field }) => field);
  expect(await refused({ thresholds: [] })).toEqual(['thresholds']);
  expect(await refused({ thresholds: [0] })).toEqual(['thresholds.0']);
  expect(await refused({ thresholds: [95, 80] })).toEqual(['thresholds']);
  expect(await refused({ thresholds: [101] })).toEqual(['thresholds']);
  expect(await refused({ kind: 'packageEnd', thresholds: [31], textZh: '{days}', textEn: '{days}' })).toEqual([
    'thresholds',
  ]);
  expect(await refused({ receivers: [] })).toEqual(['receivers']);
  expect(await refused({ ways: [] })).toEqual(['ways']);
  expect(await refused({ quietHours: '22-8' })).toEqual(['quietHours']);
  expect(await refused({ customerIds: ['20'] })).toEqual(['customerIds']);
  expect(await refused({ productCodes: ['NONE'] })).toEqual(['productCodes']);
  expect(await refused({ kind: 'poolPercent', textEn: '{pool} {iccid}', textZh: '{pool}' })).toEqual(['textEn']);
  const unknown = await agent.call(usageReminders.create, { body: reminderBody({ textZh: '已用 {precent}' }) });
  expect(faultsOf(unknown)).toMatchObject([{ field: 'textZh', message: expect.stringContaining('“precent”') }]);
});

test('a name is taken once; what is on is not edited; stale versions and the state it has are refused', async () => {
  const given = reminderBody({
    name: '同名',
    thresholds: [50, 90],
    receivers: ['holder'],
    ways: ['notice', 'webhook'],
  });
  const { id } = await agent.ask(usageReminders.create, { body: given });
  expect((await agent.call(usageReminders.create, { body: given })).code).toBe(duplicateReminder.code);
  const turn = async (version: number, state: 'on' | 'off') =>
    (await agent.call(switchReminder, { body: { id, version, state } })).code;
  expect(await turn(9, 'on')).toBe(changedByAnother.code);
  expect(await turn(1, 'on')).toBe('200');
  expect(await turn(2, 'on')).toBe(reminderInState.code);
  const edit = async (version: number) =>
    (await agent.call(usageReminders.edit, { body: { ...given, id, version, quietHours: '' } })).code;
  expect(await edit(2)).toBe(reminderIsOn.code);
  expect(await turn(2, 'off')).toBe('200');
  expect(await edit(2)).toBe(changedByAnother.code);
  expect(await edit(3)).toBe('200');
  const { list } = await agent.ask(usageReminders.list, { query: { nameContains: '同名' } });
  expect(list).toMatchObject([
    { when: '用到 50%、90%', covers: '全部卡', quietHours: '', state: 'off', customerName: expect.any(String) },
  ]);
});

test('a rule and a sent reminder of somebody else do not exist for a foreign account, nor those of a customer above', async () => {
  const id = await reminder(agent, { name: '他人' }, 'draft');
  const one = await cardOf(under, 100, '12');
  const asked = async (who: typeof agent) =>
    [
      await who.call(reminderChoices, { query: { id } }),
      await who.call(tryReminders, { query: { iccid: one.iccid, id } }),
      await who.call(switchReminder, { body: { id, version: 1, state: 'on' } }),
      await who.call(usageReminders.edit, { body: { ...reminderBody({ name: '他人' }), id, version: 1 } }),
    ].map(({ code }) => code);
  expect(new Set([...(await asked(rival)), ...(await asked(enterprise))])).toEqual(new Set([reminderNotFound.code]));
  expect((await operator.ask(reminderChoices, { query: { id } })).products).toBeDefined();
  expect((await agent.ask(reminderChoices, { query: {} })).products).toBeDefined();
  const named = async (who: typeof agent) =>
    (await who.ask(usageReminders.list, { query: { nameContains: '他人' } })).list.length;
  expect([await named(operator), await named(agent), await named(enterprise), await named(rival)]).toEqual([
    1, 1, 0, 0,
  ]);
  expect((await rival.call(retryReminder, { body: { id: '999' } })).code).toBe(messageNotFound.code);
});

test('a text is previewed with a real card or an example, and an unknown variable is named at its field', async () => {
  const one = await cardOf(under, 100);
  await one.read(25 * MB);
  const query = { kind: 'flowPercent', textZh: '{iccid} 用 {used}/{total}', textEn: '{percent} of {total}' } as const;
  expect(await agent.ask(previewReminder, { query: { ...query, iccid: one.iccid } })).toEqual({
    isExample: false,
    textZh: `${one.iccid} 用 25 MB/100 MB`,
    textEn: '25% of 100 MB',
  });
  expect(await agent.ask(previewReminder, { query })).toMatchObject({ isExample: true, textEn: '80% of 5 GB' });
  const unknown = await agent.call(previewReminder, { query: { ...query, textEn: '{days}' } });
  expect(faultsOf(unknown)).toMatchObject([{ field: 'textEn', message: expect.stringContaining('“days”') }]);
  const foreign = await rival.call(previewReminder, { query: { ...query, iccid: one.iccid } });
  expect(foreign.code).toBe(cardNotFound.code);
});

test('it tries a card: which rules would say what now, which have, and of rules above only that they tell its customer', async () => {
  const one = await cardOf(under, 100, '12');
  await reminder(agent, { name: '内部', receivers: ['owner'] });
  await reminder(agent, { name: '通知客户', receivers: ['holder'] });
  const own = await reminder(enterprise, { name: '自己', thresholds: [90] });
  const draft = await reminder(enterprise, { name: '草稿', thresholds: [50] }, 'draft');
  await one.read(85 * MB);
  const tried = await enterprise.ask(tryReminders, { query: { iccid: one.iccid, id: draft } });
  expect(tried).toMatchObject({ iccid: one.iccid, usedPercent: 85, poolCode: null });
  expect(tried.rules).toMatchObject([
    { isFromAbove: true, name: null, text: null, verdict: 'told', threshold: '80%' },
    { isFromAbove: false, name: '自己', verdict: 'below', threshold: null },
    { isFromAbove: false, name: '草稿', verdict: 'tells', text: `卡 ${one.iccid} 已用 85%，剩余 15 MB` },
  ]);
  expect((await agent.ask(tryReminders, { query: { iccid: one.iccid } })).rules.map(({ name }) => name)).toEqual([
    '内部',
    '通知客户',
    '自己',
  ]);
  expect(await messagesOf(under, own)).toEqual([]);
  expect((await rival.call(tryReminders, { query: { iccid: one.iccid } })).code).toBe(cardNotFound.code);
});

test('a list of rules counts who is concerned and what was sent within a week, as far as the caller sees', async () => {
  const id = await reminder(operator, { name: '平台规则', receivers: ['owner', 'holder'] });
  const one = await cardOf(under, 100, '12');
  await under.db
    .updateTable('cards.card')
    .set({ package_ends_at: new Date(+under.clock.now() + 86_400_000) })
    .where('id', '=', one.id)
    .execute();
  await one.read(95 * MB);
  const { list } = await operator.ask(usageReminders.list, { query: { nameContains: '平台规则' } });
  expect(list).toMatchObject([{ id, sending: 2, sent: 0, failed: 0 }]);
  expect(list[0]?.concerned).toBeGreaterThan(0);
  expect((await operator.ask(listReminders, { query: { ruleId: id } })).list).toHaveLength(2);
  expect((await enterprise.ask(listReminders, { query: { ruleId: id } })).list).toHaveLength(1);
  expect((await rival.ask(listReminders, { query: { ruleId: id } })).list).toEqual([]);
  expect(await noticesOf(under, '20')).toEqual([]);
});

test('where nobody may read reminders it fails, is sent again by hand, and is then read', async () => {
  const id = await reminder(agent, { quietHours: '', receivers: ['holder'] });
  const one = await cardOf(under, 100, '11');
  const setStatus = (status: 0 | 1) =>
    under.db.updateTable('identity.account').set({ status }).where('customer_id', '=', '11').execute();
  await setStatus(0);
  await one.read(90 * MB);
  await sendNotices(under);
  const [failed] = await messagesOf(under, id);
  expect(failed).toMatchObject({ customer_id: '11', result: fail, failure: 'noReceiver' });
  const retry = async (who: typeof agent) => (await who.call(retryReminder, { body: { id: String(failed?.id) } })).code;
  expect(await retry(rival)).toBe(messageNotFound.code);
  await setStatus(1);
  expect(await retry(agent)).toBe('200');
  await sendNotices(under);
  expect(await messagesOf(under, id)).toMatchObject([{ result: success, failure: null }]);
  expect(await retry(agent)).toBe(notRetried.code);
  expect((await noticesOf(under, '11')).length).toBeGreaterThan(0);
});
