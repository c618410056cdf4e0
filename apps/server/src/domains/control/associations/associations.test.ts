import { flowStrategies, flowStrategyNotFound } from '@cardinal/contract/api/control/flowStrategies.ts';
import {
  associateFlowPackages,
  endFlowException,
  exceptFlowPackage,
  flowExceptionNotFound,
  flowPackageNotFound,
  flowPackageOptions,
  flowStrategyOff,
  limitFlowPackage,
  listFlowPackages,
  previewFlowPackage,
  readFlowPackage,
  releaseFlowPackage,
} from '@cardinal/contract/api/control/flowStrategyPackages.ts';
import { limitStrategies, limitStrategyInUse } from '@cardinal/contract/api/control/limitStrategies.ts';
import { switchFlowStrategy } from '@cardinal/contract/api/flowControl/flowSwitch.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeEach, expect, test } from 'vitest';
import { seedDemo as seedCarriers } from '../../carriers/demo.ts';
import { seedDemo as seedCatalogue } from '../../catalogue/demo.ts';
import { seedDemo as seedPackages } from '../../packages/demo.ts';
import { seedDemo } from '../demo.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
await host.app.asSystem('demo', async (ctx) => {
  await seedCarriers(ctx);
  await seedCatalogue(ctx);
  await seedPackages(ctx);
  await seedDemo(ctx);
});
const admin = await host.as('admin');
const agent = await host.as('agent');
const rival = await host.as('rival');

const packages = await host.db.selectFrom('packages.v_package').selectAll().execute();
const idOf = (code: string) => packages.find((each) => each.code === code)?.id ?? '';
/** Of the demo: Mobile's, which governs YD-M1G and YD-F10G, and one of an agent. */
const [MOBILE, MISUSE, AGENTS] = ['7622', '7623', '7624'];
const [IN_STEPS, OFF_LIMIT] = ['7601', '7605'];
const [AGENT_ID, ENTERPRISE_ID, RIVAL_ID] = ['10', '12', '20'];
const GB = 1024 ** 3;
const tier = (gigabytes: number, kbps: number) => ({ month: null, afterBytes: String(gigabytes * GB), kbps });

const listOf = async (strategyId: string, platformId = 2, who = admin) =>
  (await who.ask(listFlowPackages, { query: { strategyId, platformId, pageSize: 100 } as never })).list;
const codes = async (strategyId: string) => (await listOf(strategyId)).map(({ code }) => code).sort();
const rowOf = async (code: string, strategyId = MOBILE) => {
  const row = (await listOf(strategyId)).find((each) => each.code === code);
  if (!row) throw new Error(`${code} is not associated`);
  return row;
};
const read = (id: string, strategyId = MOBILE) =>
  admin.ask(readFlowPackage, { query: { id, strategyId, platform: 2 } });

beforeEach(async () => {
  await admin.ask(associateFlowPackages, {
    body: { strategyId: MOBILE, packageIds: [idOf('YD-M1G'), idOf('YD-F10G')] },
  });
});

test('a package is offered with the strategy it has, moves whole, and is released', async () => {
  expect(await codes(MOBILE)).toEqual(['YD-F10G', 'YD-M1G']);
  const offered = await admin.ask(flowPackageOptions, { query: { strategyId: MISUSE, keyword: 'yd-m' } });
  expect(offered).toMatchObject([{ code: 'YD-M1G', strategyName: '移动先限速后停机' }]);
  const { id, version } = await rowOf('YD-M1G').then(({ id: of }) => read(of));
  await admin.ask(limitFlowPackage, { body: { id, version, limitStrategyId: IN_STEPS, ownTiers: null } });
  const moved = await admin.ask(associateFlowPackages, {
    body: { strategyId: MISUSE, packageIds: [idOf('YD-M1G'), idOf('YD-M1G')] },
  });
  expect(moved).toEqual({ associated: 1, moved: 1 });
  expect([await codes(MOBILE), await codes(MISUSE)]).toEqual([['YD-F10G'], ['YD-M1G']]);
  // What was set for it under the other strategy does not come along.
  expect(await rowOf('YD-M1G', MISUSE)).toMatchObject({ hasLimit: false, exceptions: 0 });
  const again = await admin.ask(associateFlowPackages, { body: { strategyId: MISUSE, packageIds: [idOf('YD-M1G')] } });
  expect(again).toEqual({ associated: 0, moved: 0 });
  await admin.ask(releaseFlowPackage, { body: { id: (await rowOf('YD-M1G', MISUSE)).id } });
  expect(await codes(MISUSE)).toEqual([]);
});

test('two who associate one package at once leave it with one strategy', async () => {
  const body = (strategyId: string) => ({ body: { strategyId, packageIds: [idOf('YD-M1G')] } });
  await Promise.all([admin.ask(associateFlowPackages, body(MISUSE)), admin.ask(associateFlowPackages, body(MOBILE))]);
  const governed = [...(await codes(MOBILE)), ...(await codes(MISUSE))].filter((code) => code === 'YD-M1G');
  expect(governed).toEqual(['YD-M1G']);
});

test('an agent governs a package of the platform for itself, beside the platform', async () => {
  const packageIds = [idOf('DX-M1G')];
  await agent.ask(associateFlowPackages, { body: { strategyId: AGENTS, packageIds } });
  expect(await listOf(AGENTS, 3, agent)).toMatchObject([{ code: 'DX-M1G' }]);
  const { id } = await admin.ask(flowStrategies.create, {
    body: {
      name: '平台电信',
      platform: 3,
      rules: [
        { base: 'allowance', threshold: '80', action: 4, limitStrategyId: null, notify: ['sms'], restore: 'cycle' },
      ],
    },
  });
  expect(await admin.ask(associateFlowPackages, { body: { strategyId: id, packageIds } })).toMatchObject({ moved: 0 });
  expect(await listOf(AGENTS, 3, agent)).toHaveLength(1);
});

test('packages of another carrier or another tree, and a strategy that is off, are refused', async () => {
  for (const [language, message] of [
    ['zh_CN', '有 1 个套餐不能关联'],
    ['en', '1 package cannot be associated'],
  ] as const)
    expect(
      faultsOf(
        await admin.call(associateFlowPackages, {
          body: { strategyId: MOBILE, packageIds: [idOf('YD-M1G'), idOf('LT-M1G')] },
          language,
        }),
      ),
    ).toEqual([{ field: 'packageIds', message }]);
  const { id } = await admin.ask(flowStrategies.create, {
    body: {
      name: '停用的',
      platform: 2,
      rules: [{ base: 'day', threshold: '1', action: 1, limitStrategyId: null, notify: [], restore: 'manual' }],
    },
  });
  await admin.ask(switchFlowStrategy, { body: { id, version: 1, state: 'off' } });
  const off = await admin.call(associateFlowPackages, { body: { strategyId: id, packageIds: [idOf('YD-M1G')] } });
  expect(off.code).toBe(flowStrategyOff.code);
  const foreign = await rival.call(associateFlowPackages, {
    body: { strategyId: MOBILE, packageIds: [idOf('YD-M1G')] },
  });
  expect(foreign.code).toBe(flowStrategyNotFound.code);
});

test('a package does not exist under another strategy, another carrier or for another tree', async () => {
  const { id } = await rowOf('YD-M1G');
  for (const query of [
    { id, strategyId: MISUSE, platform: 2 },
    { id, strategyId: MOBILE, platform: 1 },
  ])
    expect((await admin.call(readFlowPackage, { query })).code).toBe(flowPackageNotFound.code);
  expect(await listOf(MOBILE, 1)).toEqual([]);
  expect(await listOf(MOBILE, 2, agent)).toEqual([]);
  for (const who of [agent, rival])
    for (const answer of [
      await who.call(readFlowPackage, { query: { id, strategyId: MOBILE, platform: 2 } }),
      await who.call(previewFlowPackage, { query: { id, usedBytes: '1', day: '2026-11-24' } }),
      await who.call(releaseFlowPackage, { body: { id } }),
      await who.call(limitFlowPackage, { body: { id, version: 1, limitStrategyId: null, ownTiers: null } }),
      await who.call(exceptFlowPackage, { body: { id, customerId: '10', limitStrategyId: null, endsOn: null } }),
      await who.call(endFlowException, { body: { id, customerId: '10' } }),
    ])
      expect(answer.code).toBe(flowPackageNotFound.code);
});

test('own tiers are before the strategy chosen, and both before that of the rule', async () => {
  const { id } = await rowOf('YD-F10G');
  const set = async (limitStrategyId: string | null, ownTiers: ReturnType<typeof tier>[] | null) => {
    const { version } = await read(id);
    await admin.ask(limitFlowPackage, { body: { id, version, limitStrategyId, ownTiers } });
    const { source, tiers } = await read(id);
    return [source, tiers?.map(({ kbps }) => kbps)];
  };
  expect(await set(null, null)).toEqual(['rule', [1024, 512, 128]]);
  expect(await set('7602', null)).toEqual(['chosen', [128]]);
  expect(await set(null, [tier(1, 2048), tier(2, 512)])).toEqual(['own', [2048, 512]]);
  const stale = await admin.call(limitFlowPackage, {
    body: { id, version: 1, limitStrategyId: null, ownTiers: null },
  });
  expect(stale.code).toBe(changedByAnother.code);
});

test.each([
  ['limitStrategyId', { limitStrategyId: OFF_LIMIT }],
  ['limitStrategyId', { limitStrategyId: '7604' }],
  ['ownTiers', { limitStrategyId: IN_STEPS, ownTiers: [tier(1, 512)] }],
  ['ownTiers.1.afterBytes', { ownTiers: [tier(2, 512), tier(1, 128)] }],
  ['ownTiers.0.kbps', { ownTiers: [tier(2, 500)] }],
  ['ownTiers.0.month', { ownTiers: [{ ...tier(2, 512), month: 3 }] }],
] as const)('a limit that cannot be is named at %s', async (field, part) => {
  const { id } = await rowOf('YD-M1G');
  const { version } = await read(id);
  for (const [language, script] of [
    ['zh_CN', /[\u4e00-\u9fff]/],
    ['en', /^[\x20-\x7e]+$/],
  ] as const) {
    const body = { id, version, limitStrategyId: null, ownTiers: null, ...part };
    const [fault] = faultsOf(await admin.call(limitFlowPackage, { body: body as never, language }));
    expect(fault?.field).toBe(field);
    expect(fault?.message).toMatch(script);
  }
});

test('a customer and those below it are excepted until a day, and a try says by what', async () => {
  const { id } = await rowOf('YD-M1G');
  const on = (customerId: string | undefined, day = '2026-12-31') =>
    admin.ask(previewFlowPackage, {
      query: { id, usedBytes: String(4 * GB), day, ...(customerId ? { customerId } : {}) },
    });
  const except = (customerId: string, limitStrategyId: string | null, endsOn: string | null) =>
    admin.ask(exceptFlowPackage, { body: { id, customerId, limitStrategyId, endsOn } });
  await except(AGENT_ID, '7602', null);
  await except(AGENT_ID, null, null);
  await except(ENTERPRISE_ID, '7602', '2026-12-30');
  expect(await on(undefined)).toEqual({
    source: 'rule',
    kbps: 512,
    why: '流控规则的限速策略：已用 4 GB，达到第 2 段的 3 GB，限速 512 kbps',
  });
  expect(await on(ENTERPRISE_ID, '2026-12-30')).toMatchObject({ source: 'exception', kbps: null });
  expect(await on(ENTERPRISE_ID)).toEqual({ source: 'exception', kbps: null, why: '客户例外：不限速' });
  expect(await on(RIVAL_ID)).toMatchObject({ source: 'rule' });
  const { exceptions } = await read(id);
  expect(exceptions.map((each) => [each.customerId, each.limitStrategyName, each.endsOn, each.hasEnded])).toEqual([
    [AGENT_ID, null, null, false],
    [ENTERPRISE_ID, '移动达量 128', '2026-12-30', false],
  ]);
  const removing = await admin.call(limitStrategies.remove, { body: { id: '7602' } });
  expect(removing).toMatchObject({ code: limitStrategyInUse.code });
  expect(removing.message).toContain('套餐「移动1GB月包」');
  await admin.ask(endFlowException, { body: { id, customerId: ENTERPRISE_ID } });
  const twice = await admin.call(endFlowException, { body: { id, customerId: ENTERPRISE_ID } });
  expect(twice.code).toBe(flowExceptionNotFound.code);
});

test('an exception for somebody else’s customer, or one that has ended, is refused at its field', async () => {
  const { id } = await agent.ask(flowStrategies.create, {
    body: {
      name: '代理移动',
      platform: 2,
      rules: [{ base: 'day', threshold: '1', action: 1, limitStrategyId: null, notify: [], restore: 'manual' }],
    },
  });
  await agent.ask(associateFlowPackages, { body: { strategyId: id, packageIds: [idOf('YD-M1G')] } });
  const [own] = await listOf(id, 2, agent);
  const faults = async (body: object, language: 'zh_CN' | 'en' = 'zh_CN') =>
    faultsOf(
      await agent.call(exceptFlowPackage, {
        body: { id: own?.id ?? '', customerId: ENTERPRISE_ID, limitStrategyId: null, endsOn: null, ...body },
        language,
      }),
    );
  expect(await faults({ customerId: RIVAL_ID })).toEqual([
    { field: 'customerId', message: '不是策略归属客户或其下级' },
  ]);
  expect((await faults({ customerId: RIVAL_ID }, 'en'))[0]?.message).toMatch(/^Neither the strategy/);
  expect(await faults({ endsOn: '2020-01-01' })).toEqual([{ field: 'endsOn', message: '不能早于今天' }]);
  expect(await faults({ limitStrategyId: IN_STEPS })).toMatchObject([{ field: 'limitStrategyId' }]);
  expect(
    (await rival.call(previewFlowPackage, { query: { id: own?.id ?? '', usedBytes: '1', day: '2026-11-24' } })).code,
  ).toBe(flowPackageNotFound.code);
});
