import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { listBlocked } from '@cardinal/contract/api/renewals/blocked.ts';
import {
  duplicateRule,
  ruleInState,
  ruleIsOn,
  ruleIsOver,
  ruleNotFound,
  secondForRule,
} from '@cardinal/contract/api/renewals/refusals.ts';
import {
  previewRuleSwitch,
  readRule,
  renewalRules,
  ruleChoices,
  switchRule,
  tryRenewal,
} from '@cardinal/contract/api/renewals/rules.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { addCards, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { renewalRulesUnderTest, rule, turnRule } from '@cardinal/testing/renewalRulesUnderTest.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';

const under = await forThisFile(cardsUnderTest());
const { product, pack, newCards, buy, preview, body } = await renewalRulesUnderTest(under);
const [agent, operator, enterprise, rival] = [
  await under.as('agent'),
  await under.as('operator'),
  await under.as('enterprise'),
  await under.as('rival'),
];
const monthly = await pack('旧月包');
const newer = await pack('新月包');
afterEach(() => sql`update renewals.rule set state = 'off'`.execute(under.db));

test('a rule without a scope, a limit or what its limits need is refused at its field', async () => {
  const refused = async (more: object) =>
    faultsOf(await agent.call(renewalRules.create, { body: body(more) })).map(({ field }) => field);
  expect(await refused({ productCodes: [] })).toEqual(['packageIds']);
  expect(await refused({ limits: [] })).toEqual(['limits']);
  expect(await refused({ channels: [] })).toEqual(['channels']);
  expect(await refused({ limits: ['forbid', 'realName'] })).toEqual(['limits']);
  expect(await refused({ limits: ['listed'] })).toEqual(['listedIds']);
  expect(await refused({ limits: ['months'] })).toEqual(['months']);
  expect(await refused({ limits: ['daysAhead'] })).toEqual(['daysAhead']);
  expect(await refused({ limits: ['minPrice'] })).toEqual(['minPrice']);
  expect(await refused({ fromDay: '2026-12-02', toDay: '2026-12-01' })).toEqual(['toDay']);
  expect(await refused({ messageEn: 'x' })).toEqual(['messageEn']);
  expect(await refused({ customerIds: ['20'] })).toEqual(['customerIds']);
  expect(await refused({ productCodes: ['NONE'] })).toEqual(['productCodes']);
  expect(await refused({ packageIds: ['999'] })).toEqual(['packageIds']);
});

test('a replacement must be orderable on the product', async () => {
  const elsewhere = await pack('别处的包', { products: [] });
  const refused = await agent.call(renewalRules.create, { body: body({ replacementId: elsewhere.id }) });
  expect(faultsOf(refused).map(({ field }) => field)).toEqual(['replacementId']);
  const same = { packageIds: [monthly.id], replacementId: monthly.id };
  expect(faultsOf(await agent.call(renewalRules.create, { body: body(same) }))).toHaveLength(1);
  const id = await rule(agent, body({ name: '有替代', packageIds: [monthly.id], replacementId: newer.id }), 'draft');
  expect((await agent.ask(readRule, { query: { id } })).replacement).toBe('新月包');
});

test('each edit is a version with what differs; a name is taken once; what is on is not edited', async () => {
  const given = body({ name: '版本', packageIds: [monthly.id], productCodes: [] });
  const id = await rule(agent, given, 'draft');
  expect((await agent.call(renewalRules.create, { body: given })).code).toBe(duplicateRule.code);
  await agent.ask(renewalRules.edit, {
    body: { ...given, id, version: 1, limits: ['months', 'daysAhead'], months: 3, daysAhead: 7, channels: ['api'] },
  });
  const { versions, sentence } = await agent.ask(readRule, { query: { id } });
  expect(sentence).toBe('套餐 旧月包 的续费（API） → 最多叠加 3 个月、到期前 7 天内');
  expect(versions.map(({ revision, differences }) => [revision, differences.length])).toEqual([
    [2, 1],
    [1, 0],
  ]);
  const stale = { ...given, id, version: 1 };
  expect((await agent.call(renewalRules.edit, { body: stale })).code).toBe(changedByAnother.code);
  await turnRule(agent, id, 'on');
  expect((await agent.call(renewalRules.edit, { body: { ...stale, version: 3 } })).code).toBe(ruleIsOn.code);
  const found = async (query: object) => (await agent.ask(renewalRules.list, { query })).list.map(({ name }) => name);
  expect(await found({ packageId: monthly.id, state: ['on'] })).toEqual(['版本']);
  expect(await found({ channels: ['publicAccount'], nameContains: '版本' })).toEqual([]);
  expect(await found({ productCode: product, nameContains: '版本' })).toEqual([]);
});

test('a rule of somebody else does not exist for a foreign account, nor one of a customer above', async () => {
  const id = await rule(agent, body({ name: '他人' }), 'draft');
  const [n = 0] = await newCards(1, monthly.id);
  const asked = async (who: typeof agent) =>
    [
      await who.call(readRule, { query: { id } }),
      await who.call(previewRuleSwitch, { query: { id } }),
      await who.call(ruleChoices, { query: { id } }),
      await who.call(tryRenewal, { query: { iccid: iccid(n), channel: 'platform', id } }),
      await who.call(switchRule, { body: { id, version: 1, state: 'on' } }),
      await who.call(renewalRules.edit, { body: { ...body({ name: '他人' }), id, version: 1 } }),
    ].map(({ code }) => code);
  expect(new Set([...(await asked(rival)), ...(await asked(enterprise))])).toEqual(new Set([ruleNotFound.code]));
  expect((await operator.ask(readRule, { query: { id } })).name).toBe('他人');
  const listed = (await enterprise.ask(renewalRules.list, { query: {} })).list;
  expect(listed.map(({ name }) => name)).not.toContain('他人');
  const choices = await agent.ask(ruleChoices, { query: {} });
  expect(choices.packages.map(({ name }) => name)).toContain('旧月包');
  expect(choices.products.map((each) => each.id)).toContain(product);
});

test('a switch is refused for a stale version, the state it has and a period that is over', async () => {
  const id = await rule(agent, body({ name: '切换', toDay: '2020-01-01' }), 'draft');
  const code = async (more: object) =>
    (await agent.call(switchRule, { body: { id, version: 1, state: 'on', ...more } as never })).code;
  expect(await code({ version: 9 })).toBe(changedByAnother.code);
  expect(await code({})).toBe(ruleIsOver.code);
  await turnRule(agent, id, 'off');
  expect(await code({ version: 2, state: 'off' })).toBe(ruleInState.code);
});

test('above 1,000 cards a rule that was not in shadow for a day waits for a second account', async () => {
  const wide = await pack('大包');
  const ids = await addCards(
    under,
    Array.from({ length: 1_001 }, (_, at) => ({ n: 50_000 + at, customerId: '12' })),
  );
  await sql`insert into orders.package_usage (id, card_id, iccid, customer_id, package_id, package_version_id, package_name,
      package_type, is_main, follows, zone, cycle_day, not_before, postpone_days, starts_at, ends_at, state, state_at, created_at)
    select c.id + 7, c.id, c.iccid, 12, ${wide.id}, ${wide.versionId}, '大包', 'month', true, false, 'Asia/Shanghai', 1, now(), 0,
      now(), now() + interval '30 days', 1, now(), now()
    from cards.card c where c.id = any(${ids}::bigint[])`.execute(under.db);
  const id = await rule(agent, body({ name: '大范围', packageIds: [wide.id], productCodes: [] }), 'draft');
  expect(await agent.ask(previewRuleSwitch, { query: { id } })).toMatchObject({ cards: 1_001, needsSecond: true });
  expect(await turnRule(agent, id, 'on')).toMatchObject({ state: 'draft', waitsForSecond: true });
  expect((await agent.call(switchRule, { body: { id, version: 2, state: 'on' } })).code).toBe(secondForRule.code);
  expect(await turnRule(operator, id, 'on')).toMatchObject({ state: 'on', waitsForSecond: false });
});

test('it tries a card: which packages may be renewed now and which rule says no; a first package is no renewal', async () => {
  const forbids = await rule(agent, body({ name: '停旧', packageIds: [monthly.id] }));
  await rule(enterprise, body({ name: '观察新', packageIds: [newer.id] }), 'shadow');
  const [n = 0] = await newCards(1, newer.id);
  const [fresh = 0] = await newCards(1);
  const of = async (who: typeof agent, number: number, more: object = {}) => {
    const answer = await who.ask(tryRenewal, { query: { iccid: iccid(number), channel: 'api', ...more } });
    return { ...answer, packages: new Map(answer.packages.map((each) => [each.name, each])) };
  };
  const tried = await of(enterprise, n);
  expect(tried.packageName).toBe('新月包');
  expect(tried.packages.get('旧月包')).toMatchObject({
    isAllowed: false,
    rules: [{ name: '停旧', isShadow: false, isFromAbove: true, message: '该套餐已停止续费' }],
  });
  expect(tried.packages.get('新月包')).toMatchObject({
    isAllowed: true,
    rules: [{ name: '观察新', isShadow: true, isFromAbove: false }],
  });
  expect((await of(agent, fresh)).packages.get('旧月包')).toMatchObject({ isAllowed: true, rules: [] });
  expect((await agent.ask(listBlocked, { query: { ruleId: forbids } })).list).toEqual([]);
  const draft = await rule(agent, body({ name: '草稿' }), 'draft');
  expect((await of(agent, n, { id: draft })).packages.get('新月包')).toMatchObject({ isAllowed: false });
  const foreign = await rival.call(tryRenewal, { query: { iccid: iccid(n), channel: 'api' } });
  expect(foreign.code).toBe(cardNotFound.code);
});

test('blocked renewals are listed with rule, version and who tried; a preview is none, foreign eyes see none', async () => {
  const [first = 0, second = 0] = await newCards(2, monthly.id);
  const id = await rule(agent, body({ name: '记录', packageIds: [monthly.id], replacementId: newer.id }));
  const shown = await preview(enterprise, [first], monthly.id, {}, 'order_package');
  expect(shown.data).toMatchObject({
    willTouch: 0,
    skipped: [{ count: 1, words: '该套餐已停止续费（续费规则「记录」，可改订「新月包」）' }],
  });
  const [fresh = 0] = await newCards(1);
  expect((await agent.ask(listBlocked, { query: { ruleId: id } })).list).toEqual([]);
  await buy(enterprise, [second, fresh], monthly.id);
  const { list } = await enterprise.ask(listBlocked, { query: {} });
  expect(list.filter(({ ruleName }) => ruleName === '记录')).toMatchObject([
    {
      iccid: iccid(second),
      revision: 1,
      isShadow: false,
      packageName: '旧月包',
      channel: 'platform',
      triedBy: 'enterprise',
      message: '该套餐已停止续费',
      replacement: '新月包',
    },
  ]);
  expect((await rival.ask(listBlocked, { query: {} })).list).toEqual([]);
  const [row] = (await agent.ask(renewalRules.list, { query: { nameContains: '记录' } })).list;
  expect(row).toMatchObject({ blocked: 1, shadowed: 0 });
  expect(row?.cards).toBeGreaterThan(1);
});
