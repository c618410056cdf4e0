import { handleWarning, listOwnWarningEvents } from '@cardinal/contract/api/earlyWarnings/events.ts';
import {
  previewWarnSetting,
  switchWarnSetting,
  testWarnSetting,
  warnSettingChoices,
  warnSettings,
} from '@cardinal/contract/api/earlyWarnings/rules.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { fund } from '@cardinal/testing/ordersUnderTest.ts';
import {
  accountIdOf,
  minutes,
  ownBody,
  ownEventsOf,
  ownRule,
  warningsTold,
  warningsUnderTest,
} from '@cardinal/testing/warningsUnderTest.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';

const under = await forThisFile(warningsUnderTest());
const agent = () => under.anew('agent');
const me = await accountIdOf(under, 'agent');
const rivalId = await accountIdOf(under, 'rival');
await fund(under, '10', 20_000);

/** Brings the balance of Agent A to so many minor units. */
async function balance(minor: number): Promise<void> {
  const { rows } = await sql<{ balance: string }>`
    select balance::text from ledger.account where owner_id = 10 and kind = 'balance'`.execute(under.db);
  const more = minor - Number(rows[0]?.balance ?? 0);
  if (more !== 0) await fund(under, '10', more);
}
afterEach(async () => {
  await sql`update early_warnings.rule set state = 'off'`.execute(under.db);
  await sql`delete from early_warnings.watch`.execute(under.db);
  await balance(20_000);
});

test('the balance crosses 100.00 by three postings: one event, one notice; a recharge resolves it at 110.00 by itself', async () => {
  const who = await agent();
  const id = await ownRule(who, [me]);
  await minutes(under);
  expect(await ownEventsOf(who, id)).toEqual([]);
  for (const minor of [9_900, 9_000, 8_000]) {
    await balance(minor);
    await minutes(under);
  }
  const [event, ...more] = await ownEventsOf(who, id);
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    ...{ state: 'open', level: 'warn', metric: 'balance', told: 1, limit: '100.00 CNY' },
    ...{ value: '80.00 CNY', worst: '80.00 CNY', limitFigure: 100, end: null, link: expect.stringContaining('/user') },
  });
  expect(event?.samples.map(({ value }) => value)).toEqual([99, 90, 80]);
  const told = await warningsTold(under, me);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({
    kind: 'warning',
    title_zh: expect.stringMatching(/^警告预警：预警/),
    summary_zh: expect.stringContaining('账户余额 99.00 CNY，低于阈值 100.00 CNY'),
    summary_en: expect.stringContaining('Balance 99.00 CNY, below 100.00 CNY'),
    link: `/permission/warnSetting?tab=events&ruleId=${id}`,
  });
  // Above the limit, and not yet a tenth above it.
  await balance(10_999);
  await minutes(under);
  expect((await ownEventsOf(who, id))[0]?.state).toBe('open');
  await balance(9_999);
  await minutes(under);
  expect(await ownEventsOf(who, id)).toHaveLength(1);
  await balance(11_000);
  await minutes(under);
  expect(await ownEventsOf(who, id)).toMatchObject([
    { state: 'resolved', end: 'recovered', handledBy: null, worst: '80.00 CNY' },
  ]);
  expect(await warningsTold(under, me)).toHaveLength(1);
  await balance(5_000);
  await minutes(under);
  expect((await ownEventsOf(who, id)).map(({ state }) => state).sort()).toEqual(['open', 'resolved']);
});

test('days of spend by what left in a week; told again after the hours said, and no more once somebody sees to it', async () => {
  const who = await agent();
  const id = await ownRule(who, [me], { metric: 'spendableDays', limit: '30', repeatHours: 2 });
  await balance(7_000);
  const told = (await warningsTold(under, me)).length;
  await minutes(under);
  const [event] = await ownEventsOf(who, id);
  expect(event).toMatchObject({ metric: 'spendableDays', limit: '30 天', state: 'open' });
  await minutes(under, 119);
  expect((await warningsTold(under, me)).length - told).toBe(1);
  await minutes(under, 2);
  expect((await warningsTold(under, me)).length - told).toBe(2);
  const later = await agent();
  await later.ask(handleWarning, { body: { id: event?.id ?? '', state: 'acknowledged', note: '明天充值' } });
  await minutes(under, 121);
  expect((await warningsTold(under, me)).length - told).toBe(2);
  expect(await ownEventsOf(await agent(), id)).toMatchObject([
    { state: 'acknowledged', handledBy: 'agent', note: '明天充值' },
  ]);
});

test('resolved by hand it stays resolved while the balance stays low, and opens anew once it was up between', async () => {
  const who = await agent();
  const id = await ownRule(who, [me]);
  await balance(5_000);
  await minutes(under);
  const [event] = await ownEventsOf(who, id);
  await who.ask(handleWarning, { body: { id: event?.id ?? '', state: 'resolved' } });
  const again = await who.call(handleWarning, { body: { id: event?.id ?? '', state: 'acknowledged' } });
  expect(again).toMatchObject({ code: '4092642' });
  await minutes(under, 3);
  expect(await ownEventsOf(who, id)).toMatchObject([{ state: 'resolved', end: 'byHand' }]);
  await balance(20_000);
  await minutes(under);
  await balance(5_000);
  await minutes(under);
  expect((await ownEventsOf(who, id)).map(({ state }) => state).sort()).toEqual(['open', 'resolved']);
});

test('preview says what it would say and tells nobody; a test tells the receivers that it is one', async () => {
  const who = await agent();
  const id = await ownRule(who, [me]);
  await balance(1_234);
  const told = (await warningsTold(under, me)).length;
  const { objects, ...counts } = await who.ask(previewWarnSetting, { query: { id } });
  expect(counts).toEqual({ watched: 1, beyond: 1 });
  expect(objects).toMatchObject([
    { value: '12.34 CNY', limit: '100.00 CNY', isBeyond: true, isOpen: false, text: expect.stringContaining('12.34') },
  ]);
  expect((await warningsTold(under, me)).length).toBe(told);
  expect(await who.ask(testWarnSetting, { body: { id } })).toEqual({ accounts: 1 });
  expect((await warningsTold(under, me)).at(-1)).toMatchObject({ title_zh: expect.stringMatching(/^测试预警/) });
});

test('switched off or deleted its open events are over; edited to another limit it judges anew', async () => {
  const who = await agent();
  const id = await ownRule(who, [me]);
  await balance(5_000);
  await minutes(under);
  const body = ownBody([me], { limit: '20' });
  await who.ask(warnSettings.edit, { body: { id, version: 1, ...body } });
  expect(await ownEventsOf(who, id)).toMatchObject([{ state: 'resolved', end: 'ruleOff' }]);
  await minutes(under);
  expect(await ownEventsOf(who, id)).toHaveLength(1);
  await who.ask(switchWarnSetting, { body: { id, version: 2, state: 'off' } });
  expect(await who.call(switchWarnSetting, { body: { id, version: 3, state: 'off' } })).toMatchObject({
    code: '4092640',
  });
  await balance(1_000);
  await minutes(under);
  expect(await ownEventsOf(who, id)).toHaveLength(1);
  await who.ask(switchWarnSetting, { body: { id, version: 3, state: 'on' } });
  await minutes(under);
  expect((await ownEventsOf(who, id)).filter(({ state }) => state === 'open')).toHaveLength(1);
  await who.ask(warnSettings.remove, { body: { id } });
  expect((await ownEventsOf(who, id)).filter(({ state }) => state === 'open')).toEqual([]);
});

test('offered are the figures of one’s own and accounts that may see this page; others are refused at their field', async () => {
  const who = await agent();
  const { metrics, receivers } = await who.ask(warnSettingChoices, {});
  expect(metrics).toEqual(['balance', 'spendableDays', 'creditUsed', 'pushFailing', 'sourceBalance']);
  expect(receivers.map(({ account }) => account)).toContain('agent');
  expect(receivers.map(({ account }) => account)).not.toContain('rival');
  const field = async (more: Parameters<typeof ownBody>[1]) => {
    const answer = await who.call(warnSettings.create, { body: ownBody([me], more) });
    return (answer as unknown as { data: { errors: { field: string }[] } }).data.errors.map((each) => each.field);
  };
  expect(await field({ receivers: [rivalId] })).toEqual(['receivers']);
  expect(await field({ metric: 'carrierFailing', limit: '20' })).toEqual(['metric']);
  expect(await field({ metric: 'spendableDays', limit: '2.5' })).toEqual(['limit']);
  expect(await field({ metric: 'creditUsed', limit: '101' })).toEqual(['limit']);
  expect(await field({ metric: 'creditUsed', limit: '0' })).toEqual(['limit']);
});

test('a customer of another tree sees nothing of it and can do nothing with it', async () => {
  const who = await agent();
  const id = await ownRule(who, [me]);
  await balance(5_000);
  await minutes(under);
  const [event] = await ownEventsOf(who, id);
  const rival = await under.anew('rival');
  expect((await rival.ask(listOwnWarningEvents, {})).list).toEqual([]);
  expect((await rival.ask(warnSettings.list, {})).list).toEqual([]);
  for (const answer of [
    await rival.call(previewWarnSetting, { query: { id } }),
    await rival.call(warnSettings.remove, { body: { id } }),
    await rival.call(testWarnSetting, { body: { id } }),
    await rival.call(switchWarnSetting, { body: { id, version: 1, state: 'off' } }),
  ])
    expect(answer).toMatchObject({ code: '4042640' });
  expect(await rival.call(handleWarning, { body: { id: event?.id ?? '', state: 'resolved' } })).toMatchObject({
    code: '4042641',
  });
});
