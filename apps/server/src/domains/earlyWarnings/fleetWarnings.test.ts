import { setTimeout } from 'node:timers/promises';
import { METRICS } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import { handleWarning, listWarningEvents } from '@cardinal/contract/api/earlyWarnings/events.ts';
import {
  backTestEarlyWarning,
  earlyWarningChoices,
  earlyWarnings,
  previewEarlyWarning,
  silenceEarlyWarning,
  switchEarlyWarning,
  warnSettings,
} from '@cardinal/contract/api/earlyWarnings/rules.ts';
import { listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import { WarningMetric } from '@cardinal/contract/enumerations/warning.ts';
import { iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { fund } from '@cardinal/testing/ordersUnderTest.ts';
import {
  accountIdOf,
  fleetBody,
  fleetEventsOf,
  fleetRule,
  minutes,
  warningsTold,
  warningsUnderTest,
} from '@cardinal/testing/warningsUnderTest.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { callCarrier } from '../carriers/face.ts';

const under = await forThisFile(warningsUnderTest());
const [agentId, operatorId, enterpriseId] = [
  await accountIdOf(under, 'agent'),
  await accountIdOf(under, 'operator'),
  await accountIdOf(under, 'enterprise'),
];
const agent = () => under.anew('agent');
const operator = () => under.anew('operator');
for (const customerId of ['10', '11', '12']) await fund(under, customerId, 20_000);
under.jasper.addDevices({ from: iccid(1), count: 20, status: 'ACTIVATED' });

afterEach(async () => {
  await sql`update early_warnings.rule set state = 'off'`.execute(under.db);
  await sql`delete from early_warnings.watch`.execute(under.db);
  await under.jasper.control('DELETE', '/faults');
});
/** Asks the carrier about some cards; whether it answered the last. */
async function ask(calls: number): Promise<boolean> {
  let isAnswered = false;
  for (let n = 1; n <= calls; n += 1)
    isAnswered = (await callCarrier(under.ctx, under.accountId, 'getDevice', { iccid: iccid(n) })).kind === 'ok';
  return isAnswered;
}

test('a carrier that fails every second call is one critical event and one notice in the header; mended, it is resolved by itself', async () => {
  const who = await operator();
  const id = await fleetRule(who, [operatorId], {
    ...{ metric: 'carrierFailing', limit: '20', level: 'critical', windowMinutes: 15, holdMinutes: 2 },
  });
  await ask(12);
  await minutes(under);
  expect(await fleetEventsOf(who, id)).toEqual([]);
  await under.jasper.control('POST', '/faults', {
    ...{ kind: 'dropBeforeEffect', operation: 'getDevice', probability: 0.5, seed: 7 },
  });
  for (let minute = 0; minute < 6; minute += 1) {
    await ask(8);
    await minutes(under);
  }
  const events = await fleetEventsOf(who, id);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    level: 'critical',
    state: 'open',
    metric: 'carrierFailing',
    limit: '20%',
    told: 1,
  });
  const { list } = await who.ask(listInbox, {});
  const heard = list.filter(({ title }) => title.includes('严重预警'));
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({
    isRead: false,
    link: `/operationManagement/earlyWarningRules?tab=events&ruleId=${id}`,
  });
  await under.jasper.control('DELETE', '/faults');
  // The gate's breaker goes by the machine's time: it may rest some seconds before it lets calls through again.
  const state = async () => (await fleetEventsOf(who, id))[0]?.state;
  for (let minute = 0; minute < 60 && (await state()) !== 'resolved'; minute += 1) {
    if (!(await ask(6))) await setTimeout(500);
    await minutes(under);
  }
  expect(await fleetEventsOf(who, id)).toMatchObject([{ state: 'resolved', end: 'recovered', handledBy: null }]);
  const { isPossible, events: found, shown } = await who.ask(backTestEarlyWarning, { query: { id } });
  expect({ isPossible, found }).toEqual({ isPossible: true, found: 1 });
  expect(shown[0]?.resolvedAt).not.toBeNull();
});

test('who is told hears of its own tree alone; those above its customer see the event', async () => {
  const who = await agent();
  const id = await fleetRule(who, [agentId, enterpriseId], { limit: '150' });
  const told = async () => [
    (await warningsTold(under, agentId)).length,
    (await warningsTold(under, enterpriseId)).length,
  ];
  const [mine = 0, theirs = 0] = await told();
  await fund(under, '11', -10_000);
  await minutes(under);
  expect(await fleetEventsOf(who, id)).toMatchObject([{ state: 'open', told: 1, value: '100.00 CNY' }]);
  expect(await told()).toEqual([mine + 1, theirs]);
  await fund(under, '12', -10_000);
  await minutes(under);
  expect(await told()).toEqual([mine + 2, theirs + 1]);
  const [heard] = (await warningsTold(under, enterpriseId)).slice(-1);
  expect(heard?.summary_zh).not.toContain('；');
  // The rule is its owner's: a customer below sees neither it nor its events, the one above both.
  const enterprise = await under.anew('enterprise');
  expect((await enterprise.ask(listWarningEvents, {})).list).toEqual([]);
  expect((await enterprise.ask(earlyWarnings.list, {})).list).toEqual([]);
  expect(await fleetEventsOf(await operator(), id)).toHaveLength(2);
  const rival = await under.anew('rival');
  expect((await rival.ask(listWarningEvents, {})).list).toEqual([]);
  for (const call of [previewEarlyWarning, backTestEarlyWarning])
    expect(await rival.call(call, { query: { id } })).toMatchObject({ code: '4042640' });
  expect(await rival.call(silenceEarlyWarning, { body: { id, hours: 1 } })).toMatchObject({ code: '4042640' });
  const { preview } = { preview: await who.ask(previewEarlyWarning, { query: { id } }) };
  expect(preview).toMatchObject({ watched: 3, beyond: 2 });
  for (const customerId of ['11', '12']) await fund(under, customerId, 10_000);
});

test('silenced it writes its events and tells nobody; over, what is still open is told', async () => {
  const who = await agent();
  const id = await fleetRule(who, [agentId], { limit: '150', customerIds: ['11'] });
  await who.ask(silenceEarlyWarning, { body: { id, hours: 1 } });
  const before = (await warningsTold(under, agentId)).length;
  for (const customerId of ['11', '12']) await fund(under, customerId, -10_000);
  await minutes(under);
  expect(await fleetEventsOf(who, id)).toMatchObject([{ state: 'open', told: 0, toldAt: null }]);
  expect((await warningsTold(under, agentId)).length).toBe(before);
  await minutes(under, 60);
  expect((await warningsTold(under, agentId)).length).toBe(before + 1);
  for (const customerId of ['11', '12']) await fund(under, customerId, 10_000);
  await minutes(under);
  const late = await agent();
  expect(await fleetEventsOf(late, id)).toMatchObject([{ state: 'resolved', told: 1 }]);
  await late.ask(switchEarlyWarning, { body: { id, version: 1, state: 'off' } });
  expect(await late.call(silenceEarlyWarning, { body: { id, hours: 1 } })).toMatchObject({ code: '4092641' });
});

test('a back-test of balances finds the crossings of the past month; of other figures it says that it cannot', async () => {
  const who = await agent();
  const id = await fleetRule(who, [agentId], { limit: '150', customerIds: ['12'] });
  await switchOff(id);
  const past = await who.ask(backTestEarlyWarning, { query: { id } });
  for (let times = 0; times < 2; times += 1) {
    await fund(under, '12', -10_000);
    under.clock.advance(60_000);
    await fund(under, '12', 10_000);
    under.clock.advance(60_000);
  }
  const found = await who.ask(backTestEarlyWarning, { query: { id } });
  expect(found.events - past.events).toBe(2);
  expect(found.shown[0]).toMatchObject({ worst: '100.00 CNY', resolvedAt: expect.any(String) });
  expect(await fleetEventsOf(who, id)).toEqual([]);
  const other = await fleetRule(who, [agentId], { metric: 'stock', limit: '5' });
  expect(await who.ask(backTestEarlyWarning, { query: { id: other } })).toEqual({
    ...{ isPossible: false, events: 0, shown: [] },
  });
  async function switchOff(ruleId: string) {
    await who.ask(switchEarlyWarning, { body: { id: ruleId, version: 1, state: 'off' } });
  }
});

test('every figure that is offered can be read; what only staff watches is offered to no setting', async () => {
  const who = await operator();
  const { metrics } = await who.ask(earlyWarningChoices, {});
  expect([...metrics].sort()).toEqual(WarningMetric.options.map(({ value }) => value).sort());
  for (const metric of metrics) {
    const id = await fleetRule(who, [operatorId], { metric, limit: '1' });
    const { watched } = await who.ask(previewEarlyWarning, { query: { id } });
    expect(watched).toBeGreaterThanOrEqual(0);
    expect((await who.ask(backTestEarlyWarning, { query: { id } })).isPossible).toBe(METRICS[metric].hasHistory);
  }
  await minutes(under);
});

test('a rule says what is possible, once a name; it is no setting, and who may only look changes nothing', async () => {
  const who = await agent();
  const fields = async (more: Parameters<typeof fleetBody>[1]) => {
    const answer = await who.call(earlyWarnings.create, { body: fleetBody([agentId], more) });
    return (answer as unknown as { data: { errors: { field: string }[] } }).data.errors.map(({ field }) => field);
  };
  expect(await fields({ windowMinutes: 15 })).toEqual(['windowMinutes']);
  expect(await fields({ metric: 'carrierFailing', limit: '20', windowMinutes: 4 })).toEqual(['windowMinutes']);
  expect(await fields({ customerIds: ['20'] })).toEqual(['customerIds']);
  expect(await fields({ receivers: [operatorId] })).toEqual(['receivers']);
  const id = await fleetRule(who, [agentId], { name: '只此一个' });
  expect(await fields({ name: '只此一个' })).toEqual(['name']);
  await who.ask(earlyWarnings.edit, { body: { id, version: 1, ...fleetBody([agentId], { limit: '50' }) } });
  const stale = await who.call(earlyWarnings.edit, { body: { id, version: 1, ...fleetBody([agentId]) } });
  expect(stale.code).not.toBe('200');
  expect(await who.call(warnSettings.remove, { body: { id } })).toMatchObject({ code: '4042640' });
  expect((await who.ask(warnSettings.list, {})).list.some((each) => each.id === id)).toBe(false);
  const { list } = await who.ask(earlyWarnings.list, {});
  expect(list.find((each) => each.id === id)).toMatchObject({ when: '账户余额低于 50', receiverNames: 'agent' });
  const looker = await under.anew('caiwu');
  expect((await looker.call(earlyWarnings.create, { body: fleetBody([agentId]) })).code).not.toBe('200');
  expect((await looker.call(handleWarning, { body: { id: '1', state: 'resolved' } })).code).not.toBe('200');
});
