import { listFirings } from '@cardinal/contract/api/operationStrategies/firings.ts';
import {
  alreadyInState,
  duplicateStrategy,
  noExistingCards,
  notPaused,
  secondPersonNeeded,
  strategyIsOn,
  strategyNotFound,
} from '@cardinal/contract/api/operationStrategies/refusals.ts';
import {
  operationStrategies,
  previewSwitch,
  readStrategy,
  releaseStrategy,
  strategyChoices,
  switchStrategy,
  tryStrategy,
} from '@cardinal/contract/api/operationStrategies/strategies.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { addCards, card, commands, iccid, listSource, start, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import {
  cardEnding,
  createStrategy,
  endedStops,
  firingsOf,
  freshCard,
  minute,
  strategiesUnderTest,
  turn,
} from '@cardinal/testing/strategiesUnderTest.ts';
import { expect, test } from 'vitest';

const under = await forThisFile(strategiesUnderTest());
const agent = await under.as('agent');
const operator = await under.as('operator');
const rival = await under.as('rival');
const editOf = ({ customerIds, ...rest }: typeof endedStops) => ({ ...rest, customerIds });
const states = async (id: string) => (await firingsOf(under, id)).map(({ state }) => state);

test('a strategy without a scope, days, an amount or a reason is refused at its field', async () => {
  const refused = async (more: object) =>
    faultsOf(await agent.call(operationStrategies.create, { body: { ...endedStops, ...more } })).map(
      ({ field }) => field,
    );
  expect(await refused({ customerIds: [] })).toEqual(['customerIds']);
  expect(await refused({ trigger: 'silentDays' })).toEqual(['days']);
  expect(await refused({ trigger: 'balanceBelow' })).toEqual(['amount']);
  expect(await refused({ reason: null })).toEqual(['reason']);
  expect(await refused({ trigger: 'unactivatedDays', days: 30 })).toEqual(['action']);
  expect(await refused({ quietHours: '22:00-22:00' })).toEqual(['quietHours']);
  expect(await refused({ customerIds: ['20'] })).toEqual(['customerIds']);
  expect(await refused({ productCodes: ['NONE'] })).toEqual(['productCodes']);
});

test('each edit is a version with what differs; a name is taken once; what is on is not edited', async () => {
  const id = await createStrategy(agent, { name: '版本' });
  expect(await agent.call(operationStrategies.create, { body: { ...endedStops, name: '版本' } })).toMatchObject({
    code: duplicateStrategy.code,
  });
  await agent.ask(operationStrategies.edit, {
    body: { ...editOf(endedStops), name: '版本', id, version: 1, graceHours: 72 },
  });
  const { versions, sentence } = await agent.ask(readStrategy, { query: { id } });
  expect(versions.map(({ revision, differences }) => [revision, differences.length])).toEqual([
    [2, 1],
    [1, 0],
  ]);
  expect(sentence).toBe('客户 甲代理 及下级的卡，套餐到期且无后续套餐，72 小时后仍未变 → 停机（欠费），条件消除后复机');
  const stale = { ...editOf(endedStops), name: '版本', id, version: 1 };
  expect((await agent.call(operationStrategies.edit, { body: stale })).code).toBe(changedByAnother.code);
  await turn(agent, id, 'on');
  expect((await agent.call(operationStrategies.edit, { body: { ...stale, version: 3 } })).code).toBe(strategyIsOn.code);
  await turn(agent, id, 'off');
});

test('a strategy of somebody else does not exist for a foreign account', async () => {
  const id = await createStrategy(agent, { name: '他人' });
  const firings = await agent.ask(listFirings, { query: { strategyId: id } });
  expect(firings.list).toEqual([]);
  expect((await rival.ask(listFirings, { query: { strategyId: id } })).list).toEqual([]);
  const body = { id, version: 1, state: 'on', alsoExisting: false } as const;
  const codes = [
    await rival.call(readStrategy, { query: { id } }),
    await rival.call(previewSwitch, { query: { id } }),
    await rival.call(strategyChoices, { query: { id } }),
    await rival.call(tryStrategy, { query: { id, iccids: iccid(1) } }),
    await rival.call(switchStrategy, { body }),
    await rival.call(releaseStrategy, { body: { id } }),
    await rival.call(operationStrategies.edit, { body: { ...editOf(endedStops), id, version: 1 } }),
  ].map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set([strategyNotFound.code]));
  expect((await operator.ask(readStrategy, { query: { id } })).name).toBe('他人');
  expect((await agent.ask(strategyChoices, { query: {} })).customers.map((each) => each.id)).not.toContain('20');
});

test('a switch is refused for a stale version, the state it has, and existing cards of a passing event', async () => {
  const id = await createStrategy(agent, { name: '切换', trigger: 'imeiChanged', action: 4, reason: null });
  const code = async (body: object) =>
    (await agent.call(switchStrategy, { body: { id, version: 1, state: 'on', alsoExisting: false, ...body } as never }))
      .code;
  expect(await code({ version: 9 })).toBe(changedByAnother.code);
  expect(await code({ alsoExisting: true })).toBe(noExistingCards.code);
  await turn(agent, id, 'on');
  expect(await code({ version: 2 })).toBe(alreadyInState.code);
  expect((await agent.call(releaseStrategy, { body: { id } })).code).toBe(notPaused.code);
  await turn(agent, id, 'off');
});

test('it tries a card: whether it would fire, and why not in a sentence each', async () => {
  const id = await createStrategy(agent, { name: '试算', graceHours: 24 });
  const ended = await cardEnding(under, -3);
  const lately = await cardEnding(under, -0.1);
  const running = await cardEnding(under, 5);
  const foreign = await cardEnding(under, -3, { customerId: '20' });
  const { cards, notFound } = await agent.ask(tryStrategy, {
    query: { id, iccids: [ended, lately, running, foreign].map((each) => each.iccid).join(' ') },
  });
  const of = (one: { iccid: string }) => cards.find((each) => each.iccid === one.iccid);
  expect([ended, lately, running].map((each) => of(each)?.fires)).toEqual([true, false, false]);
  expect(of(lately)?.reasons.filter(({ holds }) => !holds)).toHaveLength(1);
  expect(of(running)?.reasons.map(({ words }) => words)).toContain('有生效中或待生效的套餐');
  expect(notFound).toEqual([foreign.iccid]);
});

test('of several strategies the strictest acts with one command, all are named, and a person’s stop stays', async () => {
  const arrears = await createStrategy(agent, { name: '并发甲' });
  const manual = await createStrategy(agent, { name: '并发乙', reason: 1 });
  const remind = await createStrategy(agent, { name: '并发丙', action: 4, reason: null });
  for (const id of [arrears, manual, remind]) await turn(agent, id, 'on');
  const both = await cardEnding(under, 0.01);
  const held = await cardEnding(under, 0.01);
  await start(agent, 'stop_card', listSource([held.n]));
  await workOff(under);
  under.clock.advance(16 * 60_000);
  await minute(under);
  expect((await commands(under, both.n)).map((each) => [each.added_reasons, each.state])).toEqual([
    [[1, 2], 'confirmed'],
  ]);
  expect(await card(under, both.n)).toMatchObject({ stop_reasons: [1, 2], lifecycle: 'stopped' });
  const of = async (id: string, cardId: string) =>
    (await firingsOf(under, id)).find((each) => each.card_id === cardId)?.state;
  expect(await of(arrears, both.id)).toBe('confirmed');
  expect(await of(remind, both.id)).toBe('told');
  expect(await of(manual, held.id)).toBe('already');
  await under.db
    .updateTable('orders.package_usage')
    .set({ ends_at: new Date(+under.clock.now() + 864e5) })
    .where('card_id', '=', held.id)
    .execute();
  await minute(under);
  // What the strategy set is over; what the person set stays.
  expect(await card(under, held.n)).toMatchObject({ stop_reasons: [1], lifecycle: 'stopped' });
  expect(await of(arrears, held.id)).toBe('lifted');
  for (const id of [arrears, manual, remind]) await turn(await under.anew('agent'), id, 'off');
});

test('at its brake it rests until a person releases it, and then goes on with what waits', async () => {
  const it = await under.anew('agent');
  const id = await createStrategy(it, { name: '熔断', brake: 2 });
  await turn(it, id, 'on');
  const ending = [];
  for (let n = 0; n < 5; n += 1) ending.push(await cardEnding(under, 0.01));
  under.clock.advance(16 * 60_000);
  await minute(under);
  expect(await firingsOf(under, id)).toHaveLength(2);
  const find = async () =>
    (await it.ask(operationStrategies.list, { query: { isPaused: true } })).list.map(({ name }) => name);
  expect(await find()).toEqual(['熔断']);
  await it.ask(releaseStrategy, { body: { id } });
  await minute(under);
  expect(await firingsOf(under, id)).toHaveLength(4);
  await it.ask(releaseStrategy, { body: { id } });
  await minute(under);
  expect(new Set((await firingsOf(under, id)).map(({ card_id }) => card_id))).toEqual(
    new Set(ending.map((each) => each.id)),
  );
  expect(await find()).toEqual([]);
  await turn(it, id, 'off');
});

test('within its quiet hours it waits, and acts when they are over', async () => {
  const it = await under.anew('agent');
  const hour = (under.clock.now().getUTCHours() + 8) % 24;
  const at = (hours: number) => `${String((hour + hours + 24) % 24).padStart(2, '0')}:00`;
  const id = await createStrategy(it, { name: '静默', quietHours: `${at(0)}-${at(3)}` });
  await turn(it, id, 'on');
  await cardEnding(under, 0.001);
  under.clock.advance(5 * 60_000);
  await minute(under);
  expect(await states(id)).toEqual([]);
  under.clock.advance(3 * 3_600_000);
  await minute(under);
  expect(await states(id)).toEqual(['confirmed']);
  await turn(await under.anew('agent'), id, 'off');
});

test('what a carrier refuses is told as refused, and not asked again for the same fact', async () => {
  const it = await under.anew('agent');
  const id = await createStrategy(it, { name: '被拒' });
  await turn(it, id, 'on');
  const one = await cardEnding(under, 0.001);
  await under.jasper.control('POST', '/faults', { kind: 'refuse', operation: 'editDevice', iccid: one.iccid });
  under.clock.advance(5 * 60_000);
  await minute(under);
  await under.jasper.control('DELETE', '/faults');
  await minute(under);
  expect(await states(id)).toEqual(['refused']);
  expect(await card(under, one.n)).toMatchObject({ stop_reasons: [], lifecycle: 'activated' });
  await turn(await under.anew('agent'), id, 'off');
});

test('above a thousand cards without a day in shadow another account must confirm', async () => {
  await addCards(
    under,
    Array.from({ length: 1_001 }, (_, at) => ({ n: 5_000 + at, customerId: '12' })),
  );
  const it = await under.anew('agent');
  const id = await createStrategy(it, { name: '双人', customerIds: ['12'] });
  expect(await turn(it, id, 'on')).toEqual({ state: 'draft', waitsForSecond: true });
  const { version, needsSecond, wantedBy } = await it.ask(previewSwitch, { query: { id } });
  expect([needsSecond, wantedBy]).toEqual([true, 'agent']);
  const body = { id, version, state: 'on', alsoExisting: false } as const;
  expect((await it.call(switchStrategy, { body })).code).toBe(secondPersonNeeded.code);
  expect(await turn(await under.anew('operator'), id, 'on')).toEqual({ state: 'on', waitsForSecond: false });
  await turn(await under.anew('operator'), id, 'off');
  const watched = await createStrategy(it, { name: '双人已试', customerIds: ['12'] });
  await turn(it, watched, 'shadow');
  under.clock.advance(24 * 3_600_000);
  expect(await turn(await under.anew('agent'), watched, 'on')).toEqual({ state: 'on', waitsForSecond: false });
  await turn(await under.anew('agent'), watched, 'off');
});

test('every trigger finds its fact once, and a sweep that is repeated finds none anew', async () => {
  const it = await under.anew('agent');
  const told = { action: 4, reason: null } as const;
  const ids = new Map<string, string>();
  for (const [trigger, more] of [
    ['imeiChanged', {}],
    ['silentDays', { days: 2 }],
    ['unactivatedDays', { days: 1 }],
    ['carrierStatusChanged', {}],
    ['packageOrdered', {}],
    ['noPackageDays', { days: 1 }],
  ] as const) {
    const id = await createStrategy(it, { name: `触发 ${trigger}`, trigger, ...told, ...more, customerIds: ['11'] });
    await turn(it, id, 'on');
    ids.set(trigger, id);
  }
  const customerId = '11';
  under.clock.advance(1_000);
  const moved = await freshCard(under, { customerId });
  const silent = await freshCard(under, { customerId });
  const fresh = await freshCard(under, { customerId, status: 'INVENTORY' });
  const ended = await cardEnding(under, 0.5, { customerId });
  const now = under.clock.now();
  await under.db
    .updateTable('cards.card')
    .set({ imei: '860000000000001', imei_changed_at: now })
    .where('id', '=', moved.id)
    .execute();
  await under.db.updateTable('cards.card').set({ last_session_at: now }).where('id', '=', silent.id).execute();
  await minute(under);
  for (let day = 0; day < 3; day += 1) {
    under.clock.advance(24 * 3_600_000);
    await minute(under);
  }
  await minute(under);
  const cardsOf = async (trigger: string) =>
    (await firingsOf(under, ids.get(trigger) ?? '')).map((each) => each.card_id);
  expect(await cardsOf('imeiChanged')).toEqual([moved.id]);
  expect(await cardsOf('silentDays')).toEqual([silent.id]);
  expect(await cardsOf('unactivatedDays')).toEqual([fresh.id]);
  expect(await cardsOf('packageOrdered')).toEqual([ended.id]);
  expect(await cardsOf('noPackageDays')).toEqual([ended.id]);
});
