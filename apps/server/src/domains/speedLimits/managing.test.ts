import { enableLimitStrategy, limitStrategyInUse } from '@cardinal/contract/api/control/limitStrategies.ts';
import {
  exemptFromSpeed,
  liftSpeeds,
  listLimitedCards,
  listSpeedFirings,
  readSpeedLimit,
  retrySpeeds,
} from '@cardinal/contract/api/speedLimits/limitedCards.ts';
import {
  duplicateSpeedLimit,
  limitTemplateGone,
  noSuchCards,
  speedLimitInState,
  speedLimitIsOn,
  speedLimitNeedsSecond,
  speedLimitNotFound,
  speedLimitNotPaused,
} from '@cardinal/contract/api/speedLimits/refusals.ts';
import {
  countSpeedLimitCards,
  previewSpeedSwitch,
  releaseSpeedBrake,
  speedLimitChoices,
  speedLimitFigures,
  speedLimits,
  switchSpeedLimit,
} from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import {
  bodyOf,
  createSpeedLimit,
  freshSessions,
  GB,
  speedCard,
  speedLimitsUnderTest,
  speedMinute,
  speedsAsked,
  speedsGiven,
  template,
  turnSpeedLimit,
} from '@cardinal/testing/speedLimitsUnderTest.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

const DAY = 86_400_000;
const under = await forThisFile(speedLimitsUnderTest());
const agent = freshSessions(under, 'agent');
const rival = freshSessions(under, 'rival');
const operator = freshSessions(under, 'operator');
for (const account of ['agent', 'operator'])
  await allow(under, account, ['limitStrategy.view', 'limitStrategy.enable']);
const [one, two, foreign] = [await speedCard(under), await speedCard(under), await speedCard(under, '20')];
const cardsOf = async (id: string, query: Record<string, unknown> = {}) =>
  (await (await agent()).ask(listLimitedCards, { query: { speedLimitId: id, ...query } })).list;
const today = () => new Date(+under.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const editOf = async (id: string, more: object = {}) => {
  const { list } = await (await agent()).ask(speedLimits.list, { query: { pageSize: 100 } });
  const row = list.find((each) => each.id === id);
  if (!row) throw new Error('no such limit');
  const { name, productCodes, tagIds, cardNumbers, limitStrategyId, kbps, fromDay, toDay, restore, brake, version } =
    row;
  return {
    ...{ id, name, productCodes, tagIds, cardNumbers, limitStrategyId, kbps, fromDay, toDay, restore, brake, version },
    ...more,
  };
};

test('a limit without cards or a speed, with both, or with a speed its account does not offer is refused at its field', async () => {
  const limitStrategyId = await template(under);
  const refused = async (more: Parameters<typeof bodyOf>[1]) =>
    faultsOf(
      await (await agent()).call(speedLimits.create, {
        body: bodyOf(under, { name: '不成立', cardNumbers: one.iccid, kbps: 512, ...more }),
      }),
    ).map(({ field }) => field);
  expect(await refused({ cardNumbers: '' })).toEqual(['productCodes']);
  expect(await refused({ kbps: null })).toEqual(['limitStrategyId']);
  expect(await refused({ limitStrategyId })).toEqual(['kbps']);
  expect(await refused({ kbps: 500 })).toEqual(['kbps']);
  expect(await refused({ fromDay: '2026-12-02', toDay: '2026-12-01' })).toEqual(['toDay']);
  expect(await refused({ productCodes: ['NONE'] })).toEqual(['productCodes']);
  expect(await refused({ tagIds: ['99'] })).toEqual(['tagIds']);
  expect(await refused({ cardNumbers: `${one.iccid}\n${foreign.iccid}` })).toEqual(['cardNumbers']);
  expect(await refused({ carrierAccountId: under.accountId })).toContain('carrierAccountId');
  const ofOthers = await template(under, { customerId: '20' });
  expect(await refused({ kbps: null, limitStrategyId: ofOthers })).toEqual(['limitStrategyId']);
  const odd = await template(under, { tiers: [{ month: null, afterBytes: '0', kbps: 777 }] });
  expect(await refused({ kbps: null, limitStrategyId: odd })).toEqual(['limitStrategyId']);
});

test('it is counted before it is saved, edited while it is not on, and every edit is a version', async () => {
  const caller = await agent();
  const { cards, notFound } = await caller.ask(countSpeedLimitCards, {
    body: {
      ...{ carrierAccountId: under.onelink, productCodes: [], tagIds: [] },
      cardNumbers: `${one.iccid} ${two.iccid} ${foreign.iccid}`,
    },
  });
  expect([cards, notFound]).toEqual([2, [foreign.iccid]]);
  const choices = await caller.ask(speedLimitChoices, { query: {} });
  expect(choices.accounts.find(({ id }) => id === under.onelink)?.speeds).toEqual([2048, 1024, 512, 128]);
  const limitStrategyId = await template(under);
  const id = await createSpeedLimit(under, caller, { name: '版本', limitStrategyId, cards: [one], state: 'shadow' });
  const again = bodyOf(under, { name: '版本', kbps: 512, cardNumbers: one.iccid });
  expect((await caller.call(speedLimits.create, { body: again })).code).toBe(duplicateSpeedLimit.code);
  await caller.ask(speedLimits.edit, { body: await editOf(id, { cardNumbers: `${one.iccid}\n${two.iccid}` }) });
  const query = { id, platform: 2, carrierAccountId: under.onelink };
  const { versions, steps, unread } = await caller.ask(readSpeedLimit, { query });
  expect(versions.map(({ revision }) => revision)).toEqual([2, 1]);
  expect(versions[0]?.words).toContain('指定 2 张卡');
  expect([steps.reduce((sum, each) => sum + each.cards, 0), unread]).toEqual([2, 2]);
  const stale = await editOf(id, { version: 1 });
  expect((await caller.call(speedLimits.edit, { body: stale })).code).toBe(changedByAnother.code);
  await turnSpeedLimit(caller, id, 'on');
  expect((await caller.call(speedLimits.edit, { body: await editOf(id) })).code).toBe(speedLimitIsOn.code);
  const use = { body: { id: limitStrategyId, isEnabled: false } };
  expect((await caller.call(enableLimitStrategy, use)).code).toBe(limitStrategyInUse.code);
  await turnSpeedLimit(caller, id, 'off');
  await caller.ask(enableLimitStrategy, use);
  const { version } = await caller.ask(previewSpeedSwitch, { query: { id } });
  const on = { body: { id, version, state: 'on' as const } };
  expect((await caller.call(switchSpeedLimit, on)).code).toBe(limitTemplateGone.code);
});

test('the three ids of its address agree, or there is nothing', async () => {
  const id = await createSpeedLimit(under, await agent(), { kbps: 512, cards: [two], state: 'draft' });
  const query = { id, platform: 2, carrierAccountId: under.onelink };
  expect((await (await agent()).ask(readSpeedLimit, { query })).kbps).toBe(512);
  for (const wrong of [{ platform: 3 }, { carrierAccountId: under.accountId }, { id: '999' }])
    expect((await (await agent()).call(readSpeedLimit, { query: { ...query, ...wrong } })).code).toBe(
      speedLimitNotFound.code,
    );
});

test('in shadow it only records; switched on it acts from the next reading on', async () => {
  const card = await speedCard(under);
  const id = await createSpeedLimit(under, await agent(), {
    limitStrategyId: await template(under),
    cards: [card],
    state: 'shadow',
  });
  await card.read(2 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, card.n)).toEqual([]);
  expect((await cardsOf(id))[0]).toMatchObject({ state: 'shadow', step: 1, dueKbps: 1024 });
  const preview = await (await agent()).ask(previewSpeedSwitch, { query: { id } });
  expect(preview).toMatchObject({ cards: 1, existing: 1, limited: 0, needsSecond: false });
  const same = { body: { id, version: preview.version, state: 'shadow' as const } };
  expect((await (await agent()).call(switchSpeedLimit, same)).code).toBe(speedLimitInState.code);
  await turnSpeedLimit(await agent(), id, 'on');
  await speedMinute(under);
  expect(speedsGiven(under, card.n)).toEqual([]);
  await card.read(2.1 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, card.n)).toEqual([1024]);
  const { list } = await (await agent()).ask(listSpeedFirings, { query: { speedLimitId: id } });
  expect(list.map(({ isShadow, step, kbps }) => [isShadow, step, kbps])).toEqual([
    [false, 1, 1024],
    [true, 1, 1024],
  ]);
  await turnSpeedLimit(await agent(), id, 'shadow');
  await speedMinute(under);
  expect(speedsGiven(under, card.n)).toEqual([1024, null]);
});

test('at its brake it rests until a person releases it, and goes on with the next reading', async () => {
  const cards = [await speedCard(under), await speedCard(under)];
  const id = await createSpeedLimit(under, await agent(), {
    limitStrategyId: await template(under),
    brake: 1,
    cards,
    state: 'on',
  });
  expect((await (await agent()).call(releaseSpeedBrake, { body: { id } })).code).toBe(speedLimitNotPaused.code);
  for (const each of cards) await each.read(2 * GB);
  await speedMinute(under);
  expect(cards.map(({ n }) => speedsGiven(under, n))).toEqual([[1024], []]);
  const paused = await (await agent()).ask(speedLimits.list, { query: { isPaused: true } });
  expect(paused.list.map((row) => row.id)).toEqual([id]);
  await (await agent()).ask(releaseSpeedBrake, { body: { id } });
  await cards[1]?.read(2.1 * GB);
  await speedMinute(under);
  expect(cards.map(({ n }) => speedsGiven(under, n))).toEqual([[1024], [1024]]);
});

test('above 1,000 cards without a day in shadow another account has to confirm', async () => {
  const id = await createSpeedLimit(under, await operator(), {
    kbps: 128,
    tagIds: [],
    cards: [one],
    state: 'draft',
  });
  await sql`insert into cards.card (id, iccid, platform, sub_type, carrier_account_id, kind, carrier_status, lifecycle,
      customer_id, created_at, updated_at, product_code)
    select 7000000000 + n, 'T' || n, 2, 1, ${under.onelink}, 1, '2', 'activated', 10, now(), now(), 'MANY'
    from generate_series(1, 1001) n`.execute(under.db);
  await under.db
    .updateTable('speed_limits.speed_limit')
    .set({ product_codes: ['MANY'], card_ids: [] })
    .where('id', '=', id)
    .execute();
  expect(await turnSpeedLimit(await operator(), id, 'on')).toEqual({ state: 'draft', waitsForSecond: true });
  const { version, wantedBy, needsSecond } = await (await operator()).ask(previewSpeedSwitch, { query: { id } });
  expect([wantedBy, needsSecond]).toEqual(['operator', true]);
  const on = { body: { id, version, state: 'on' as const } };
  expect((await (await operator()).call(switchSpeedLimit, on)).code).toBe(speedLimitNeedsSecond.code);
  expect(await (await under.anew('admin')).ask(switchSpeedLimit, on)).toEqual({ state: 'on', waitsForSecond: false });
  await turnSpeedLimit(await operator(), id, 'off');
  await sql`delete from cards.card where product_code = 'MANY'`.execute(under.db);
});

test('cards are set free by hand, exempted until a day, and asked for again where the carrier failed', async () => {
  const card = await speedCard(under);
  const id = await createSpeedLimit(under, await agent(), {
    limitStrategyId: await template(under),
    cards: [card],
    state: 'on',
  });
  const body = { id, cardIds: [card.id] };
  expect((await (await agent()).call(liftSpeeds, { body })).code).toBe(noSuchCards.code);
  expect((await (await agent()).call(retrySpeeds, { body })).code).toBe(noSuchCards.code);
  await card.read(2 * GB);
  await speedMinute(under);
  expect(await (await agent()).ask(liftSpeeds, { body })).toEqual({ cards: 1 });
  await speedMinute(under);
  await card.read(2.1 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, card.n)).toEqual([1024, null]);
  expect((await cardsOf(id))[0]).toMatchObject({ governor: 'lifted', governedBy: 'agent' });
  const past = { body: { ...body, until: '2020-01-01' } };
  expect(faultsOf(await (await agent()).call(exemptFromSpeed, past)).map(({ field }) => field)).toEqual(['until']);
  await (await agent()).ask(exemptFromSpeed, { body: { ...body, until: today() } });
  await card.read(6 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, card.n)).toEqual([1024, null]);
  expect((await cardsOf(id))[0]).toMatchObject({ governor: 'exempt', exemptUntil: today(), step: 2 });
  under.clock.advance(DAY);
  await under.jasper.control('POST', '/faults', { kind: 'refuse', count: 1, operation: 'operate/network-speed' });
  await speedMinute(under);
  expect((await cardsOf(id, { state: ['refused'] })).map((each) => each.askedKbps)).toEqual([128]);
  expect(await (await agent()).ask(speedLimitFigures)).toMatchObject({ refused: 1, mismatched: 1 });
  expect((await cardsOf(id, { isMismatched: true })).length).toBe(1);
  const asked = await speedsAsked(under, card.n);
  await speedMinute(under);
  expect(await speedsAsked(under, card.n)).toBe(asked);
  expect(await (await agent()).ask(retrySpeeds, { body })).toEqual({ cards: 1 });
  await speedMinute(under);
  expect(speedsGiven(under, card.n)).toEqual([1024, null, 128]);
  const figures = await (await agent()).ask(speedLimitFigures);
  expect(figures).toMatchObject({ refused: 0, mismatched: 0 });
  expect(figures.bySpeed).toContainEqual({ kbps: 128, cards: 1 });
});

test('a limit of somebody else does not exist for a foreign account, nor do its cards', async () => {
  const id = await createSpeedLimit(under, await agent(), { kbps: 512, cards: [one], state: 'on' });
  await speedMinute(under);
  const caller = await rival();
  const cards = { id, cardIds: [one.id] };
  const codes = [
    await caller.call(readSpeedLimit, { query: { id, platform: 2, carrierAccountId: under.onelink } }),
    await caller.call(speedLimitChoices, { query: { id } }),
    await caller.call(previewSpeedSwitch, { query: { id } }),
    await caller.call(switchSpeedLimit, { body: { id, version: 1, state: 'off' } }),
    await caller.call(releaseSpeedBrake, { body: { id } }),
    await caller.call(countSpeedLimitCards, {
      body: { id, carrierAccountId: under.onelink, productCodes: [], tagIds: [], cardNumbers: '' },
    }),
    await caller.call(retrySpeeds, { body: cards }),
    await caller.call(liftSpeeds, { body: cards }),
    await caller.call(exemptFromSpeed, { body: { ...cards, until: null } }),
    await caller.call(speedLimits.edit, { body: await editOf(id) }),
  ].map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set([speedLimitNotFound.code]));
  expect((await caller.ask(listLimitedCards, { query: { speedLimitId: id } })).list).toEqual([]);
  expect((await caller.ask(listSpeedFirings, { query: { speedLimitId: id } })).list).toEqual([]);
  expect((await caller.ask(speedLimitFigures)).bySpeed).toEqual([]);
  const foreignCards = { id, cardIds: [foreign.id] };
  expect((await (await agent()).call(liftSpeeds, { body: foreignCards })).code).toBe(noSuchCards.code);
  expect((await (await operator()).ask(listLimitedCards, { query: { speedLimitId: id } })).list.length).toBe(1);
});
