import type { FlowRule } from '@cardinal/contract/api/control/flowRules.ts';
import {
  flowChoices,
  flowStrategies,
  flowStrategyInUse,
  flowStrategyIsOn,
  flowStrategyNotFound,
  previewFlowStrategy,
  readFlowStrategy,
} from '@cardinal/contract/api/control/flowStrategies.ts';
import { limitStrategies, limitStrategyInUse } from '@cardinal/contract/api/control/limitStrategies.ts';
import { switchFlowStrategy } from '@cardinal/contract/api/flowControl/flowSwitch.ts';
import { flowActionsGone } from '@cardinal/contract/api/flowControl/refusals.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { keepsRegister } from '@cardinal/testing/register.ts';
import { expect, test } from 'vitest';
import { seedDemo as seedCarriers } from '../../carriers/demo.ts';
import { seedDemo } from '../demo.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
await host.app.asSystem('demo', async (ctx) => {
  await seedCarriers(ctx);
  await seedDemo(ctx);
});
const admin = await host.as('admin');
const agent = await host.as('agent');
const rival = await host.as('rival');

const { STOP, LIMIT, OFFLINE, NO_CONTROL } = ControlAction.values;
const [MOBILE_LIMIT, OFF_LIMIT, AGENTS_LIMIT] = ['7601', '7605', '7604'];
const GB = 1024 ** 3;
const rule = (threshold: string, action: ControlAction, but: Partial<FlowRule> = {}): FlowRule => ({
  base: 'allowance',
  threshold,
  action,
  limitStrategyId: null,
  notify: action === NO_CONTROL ? ['sms'] : [],
  restore: 'cycle',
  ...but,
});
const limited = (threshold: string, limitStrategyId: string) => rule(threshold, LIMIT, { limitStrategyId });
const body: BodyOf<typeof flowStrategies.create> = {
  name: '满百停机',
  platform: 2,
  rules: [rule('80', NO_CONTROL), rule('100', STOP)],
};
const withoutPlatform = ({ platform: _, ...rest }: typeof body) => rest;

test('a strategy is made once, edited and deleted', async () => {
  const rules = [limited('90', MOBILE_LIMIT)];
  await keepsRegister(host, flowStrategies, {
    owner: 'admin',
    body,
    edited: withoutPlatform({ ...body, rules }),
    noted: { before: { rules: body.rules }, after: { rules } },
    others: ['agent', 'rival'],
  });
});

test.each([
  ['rules', { rules: [] }],
  ['rules', { rules: Array.from({ length: 11 }, (_, at) => rule(String(at + 1), STOP)) }],
  ['rules.1.threshold', { rules: [rule('80', STOP), rule('80', STOP)] }],
  ['rules.0.threshold', { rules: [rule('0', STOP)] }],
  ['rules.0.threshold', { rules: [rule('201', STOP)] }],
  ['rules.0.notify', { rules: [rule('80', NO_CONTROL, { notify: [] })] }],
  ['rules.0.limitStrategyId', { rules: [rule('80', LIMIT)] }],
  ['rules.0.limitStrategyId', { rules: [limited('80', OFF_LIMIT)] }],
  ['rules.0.limitStrategyId', { rules: [limited('80', AGENTS_LIMIT)] }],
  ['rules.1.limitStrategyId', { rules: [rule('80', STOP), rule('90', STOP, { limitStrategyId: MOBILE_LIMIT })] }],
  ['rules.0.limitStrategyId', { platform: 3, rules: [limited('80', MOBILE_LIMIT)] }],
  ['rules.0.action', { platform: 7, rules: [rule('80', OFFLINE)] }],
  ['name', { name: '一' }],
  ['name', { name: '移动先限速后停机' }],
] as const)('bad input is named at %s', async (field, part) => {
  for (const language of ['zh_CN', 'en'] as const) {
    const [fault] = faultsOf(
      await admin.call(flowStrategies.create, { body: { ...body, ...part } as never, language }),
    );
    expect(fault?.field).toBe(field);
    if (language === 'en') expect(fault?.message).toMatch(/^[\x20-\x7e\u201c\u201d]+$/);
    else expect(fault?.message).toMatch(/[\u4e00-\u9fff]/);
  }
});

test('the rules are told in words, and found by their actions', async () => {
  const said = async (language: 'zh_CN' | 'en') =>
    (await admin.ask(flowStrategies.list, { query: { nameContains: '先限速' }, language })).list[0]?.rule;
  expect(await said('zh_CN')).toBe('80% → 提醒（短信、微信）；100% → 限速「移动分段降速」；150% → 停机（短信）');
  expect(await said('en')).toBe('80% → Remind (SMS, WeChat); 100% → Limit by “移动分段降速”; 150% → Stop (SMS)');
  const { list } = await admin.ask(flowStrategies.list, { query: { actions: [OFFLINE], pageSize: 100 } as never });
  expect(list.map(({ name }) => name)).toEqual(['移动防盗刷']);
});

test('rules are made of what the accounts of a carrier can do, and limits of the owner’s enabled strategies', async () => {
  const of = async (who: typeof admin, platform: number) =>
    (await who.ask(flowChoices, { query: {} })).find((each) => each.platform === platform);
  expect(await of(admin, 2)).toMatchObject({ actions: [STOP, LIMIT, OFFLINE, NO_CONTROL] });
  expect((await of(admin, 2))?.limitStrategies.map(({ id }) => id)).toEqual(expect.arrayContaining([MOBILE_LIMIT]));
  expect((await of(agent, 3))?.limitStrategies.map(({ id }) => id)).toEqual([AGENTS_LIMIT]);
  const { id } = await agent.ask(flowStrategies.create, { body: { ...body, platform: 3 } });
  const forAgents = await admin.ask(flowChoices, { query: { id } });
  expect(forAgents.find(({ platform }) => platform === 3)?.limitStrategies.map((each) => each.id)).toEqual([
    AGENTS_LIMIT,
  ]);
  expect((await rival.call(flowChoices, { query: { id } })).code).toBe(flowStrategyNotFound.code);
});

test('where accounts change later, the list names the actions and the strategy cannot be switched on', async () => {
  const { id } = await admin.ask(flowStrategies.create, { body: { ...body, name: '以后不支持' } });
  const account = host.db.updateTable('carriers.account').where('platform', '=', 2);
  await account.set({ state: 'off' }).execute();
  const { list } = await admin.ask(flowStrategies.list, { query: { nameContains: '以后' } });
  expect(list[0]?.missingActions).toEqual([STOP]);
  const refused = await admin.call(switchFlowStrategy, { body: { id, version: 1, state: 'on' }, language: 'en' });
  expect(refused).toMatchObject({
    code: flowActionsGone.code,
    message: 'No carrier account supports Stop; change the rules first',
  });
  await account.set({ state: 'on' }).execute();
  await admin.ask(switchFlowStrategy, { body: { id, version: 1, state: 'on' } });
  const edit = { ...withoutPlatform(body), name: '以后不支持', id, version: 2 };
  expect((await admin.call(flowStrategies.edit, { body: edit })).code).toBe(flowStrategyIsOn.code);
});

test('a speed-limit strategy that a rule refers to is kept, and the refusal names the rule’s strategy', async () => {
  const removing = await admin.call(limitStrategies.remove, { body: { id: MOBILE_LIMIT } });
  expect(removing.code).toBe(limitStrategyInUse.code);
  expect(removing.message).toContain('流控策略「移动先限速后停机」');
});

test('a try says which rules fire, and the one action', async () => {
  const { id } = await admin.ask(flowStrategies.create, {
    body: { ...body, name: '试算', rules: [rule('80', NO_CONTROL), limited('100', MOBILE_LIMIT), rule('150', STOP)] },
  });
  const at = (share: number, language: 'zh_CN' | 'en' = 'zh_CN') =>
    admin.ask(previewFlowStrategy, {
      query: { id, allowanceBytes: String(4 * GB), usedBytes: String(Math.ceil(share * 4 * GB)), day: '2026-11-24' },
      language,
    });
  expect(await at(0.5)).toMatchObject({ action: null, kbps: null, why: '未达到任何规则的阈值' });
  expect(await at(0.9)).toMatchObject({ action: NO_CONTROL, why: '达到 80%，只提醒' });
  const over = await at(1);
  expect(over.rules.map(({ fires }) => fires)).toEqual([true, true, false]);
  expect(over).toMatchObject({ action: LIMIT, kbps: 512, why: '达到 80%、100%，动作：限速' });
  expect(await at(1.5, 'en')).toMatchObject({
    action: STOP,
    kbps: null,
    why: '80%, 100%, 150% reached; the strictest action: Stop',
  });
});

test('a strategy does not exist for another carrier, another tree, or those below', async () => {
  const { id } = await admin.ask(flowStrategies.create, { body: { ...body, name: '平台的' } });
  expect(await admin.ask(readFlowStrategy, { query: { id, platform: 2 } })).toMatchObject({
    name: '平台的',
    version: 1,
  });
  expect((await admin.call(readFlowStrategy, { query: { id, platform: 1 } })).code).toBe(flowStrategyNotFound.code);
  const on = { usedBytes: '1', day: '2026-11-24' };
  for (const who of [agent, rival]) {
    for (const answer of [
      await who.call(readFlowStrategy, { query: { id, platform: 2 } }),
      await who.call(previewFlowStrategy, { query: { id, ...on } }),
      await who.call(switchFlowStrategy, { body: { id, version: 1, state: 'off' } }),
      await who.call(flowStrategies.remove, { body: { id } }),
    ])
      expect(answer.code).toBe(flowStrategyNotFound.code);
  }
  const norole = await host.as('norole');
  expect((await norole.call(flowChoices, { query: {} })).status).toBe(403);
});

test('one that governs packages is neither switched off nor deleted', async () => {
  const { id } = await admin.ask(flowStrategies.create, { body: { ...body, name: '有套餐' } });
  const now = new Date();
  await host.db
    .insertInto('control.flow_strategy_package')
    .values({
      id: '990001',
      customer_id: '1',
      strategy_id: id,
      package_id: '1',
      limit_strategy_id: null,
      own_tiers: null,
      associated_by: null,
      associated_at: now,
      updated_at: now,
    })
    .execute();
  for (const answer of [
    await admin.call(flowStrategies.remove, { body: { id } }),
    await admin.call(switchFlowStrategy, { body: { id, version: 1, state: 'off' } }),
  ])
    expect(answer).toMatchObject({ code: flowStrategyInUse.code, message: '策略关联了 1 个套餐，请先解除关联' });
});

test('those that govern packages are found apart from those that govern none', async () => {
  const found = async (isUsed: boolean) =>
    (await admin.ask(flowStrategies.list, { query: { isUsed, pageSize: 100 } as never })).list;
  const [used, unused] = [await found(true), await found(false)];
  expect(used.length).toBeGreaterThan(0);
  expect(used.every(({ isUsed, packages }) => isUsed && packages > 0)).toBe(true);
  expect(unused.length).toBeGreaterThan(0);
  expect(unused.every(({ isUsed, packages }) => !isUsed && packages === 0)).toBe(true);
});
