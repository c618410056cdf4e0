import { flowStrategies } from '@cardinal/contract/api/control/flowStrategies.ts';
import {
  associateFlowPackages,
  limitFlowPackage,
  listFlowPackages,
  readFlowPackage,
  releaseFlowPackage,
} from '@cardinal/contract/api/control/flowStrategyPackages.ts';
import { customPackages } from '@cardinal/contract/api/packages/customPackages.ts';
import { flowSpecs } from '@cardinal/contract/api/packages/specs.ts';
import {
  shelveSystemPackages,
  systemPackages,
  unlimitedNeedsLimit,
} from '@cardinal/contract/api/packages/systemPackages.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
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
const enterprise = await host.as('enterprise');

/** Of the demo: one whose rules limit by the volume used, one that only takes cards offline. */
const [LIMITING, MISUSE] = ['7626', '7623'];
const IN_STEPS = '7601';
const [on, off] = [1, 0] as const;

const packages = await host.db.selectFrom('packages.v_package').select(['id', 'code']).execute();
const idOf = (code: string) => packages.find((each) => each.code === code)?.id ?? '';
const DEMO = idOf('YD-UNL');
const [endless, period] = await Promise.all([
  host.db.selectFrom('packages.flow_spec').select('id').where('bytes', 'is', null).executeTakeFirstOrThrow(),
  host.db.selectFrom('packages.period_spec').select('id').where('unit', '=', 1).executeTakeFirstOrThrow(),
]);

const rowOf = async (code: string): Promise<RowOf<typeof systemPackages.list>> => {
  const { list } = await admin.ask(systemPackages.list, { query: { pageNum: 1, pageSize: 20, code } as never });
  if (!list[0]) throw new Error(`No package ${code}`);
  return list[0];
};
const body = (code: string) => ({
  code,
  name: `不限量 ${code}`,
  platform: 2 as const,
  type: 'month' as const,
  flowSpecId: endless.id,
  periodSpecId: period.id,
  effectiveType: 0 as const,
  refundRule: 'wholeUnstarted' as const,
  channels: ['platform' as const],
  costPrice: '100',
  productCodes: [],
});
const make = (code: string) => admin.ask(systemPackages.create, { body: body(code) });
const shelve = (ids: readonly string[], shelfState: 0 | 1) =>
  admin.call(shelveSystemPackages, { body: { ids: [...ids], shelfState } });
const associate = (strategyId: string, ...packageIds: string[]) =>
  admin.call(associateFlowPackages, { body: { strategyId, packageIds } });
const associationOf = async (strategyId: string, code: string) => {
  const { list } = await admin.ask(listFlowPackages, {
    query: { strategyId, platformId: 2, pageSize: 100 } as never,
  });
  return list.find((each) => each.code === code)?.id ?? '';
};
const limit = async (id: string, limitStrategyId: string | null) => {
  const { version } = await admin.ask(readFlowPackage, { query: { id, strategyId: MISUSE, platform: 2 } });
  return admin.call(limitFlowPackage, { body: { id, version, limitStrategyId, ownTiers: null } });
};

test('unlimited data is saved, and sold only while a volume limits its speed', async () => {
  const { id } = await make('UNL-1');
  expect(await rowOf('UNL-1')).toMatchObject({ flowBytes: null, shelfState: off });
  expect((await shelve([id], on)).code).toBe(unlimitedNeedsLimit.code);
  expect(await rowOf('UNL-1')).toMatchObject({ shelfState: off });

  // A strategy that limits nothing changes nothing; a limit of the package itself does.
  await associate(MISUSE, id);
  expect((await shelve([id], on)).code).toBe(unlimitedNeedsLimit.code);
  const association = await associationOf(MISUSE, 'UNL-1');
  expect((await limit(association, IN_STEPS)).code).toBe('200');
  expect((await shelve([id], on)).data).toEqual({ done: 1, failed: [], taskId: null });

  expect((await limit(association, null)).code).toBe(unlimitedNeedsLimit.code);
  expect((await admin.call(releaseFlowPackage, { body: { id: association } })).code).toBe(unlimitedNeedsLimit.code);
  expect(await associationOf(MISUSE, 'UNL-1')).toBe(association);

  // To a strategy that limits by its rules it moves, and not back to one that does not.
  expect((await associate(LIMITING, id)).code).toBe('200');
  expect((await associate(MISUSE, id)).code).toBe(unlimitedNeedsLimit.code);
  expect(await associationOf(LIMITING, 'UNL-1')).not.toBe('');

  await shelve([id], off);
  const released = await admin.call(releaseFlowPackage, { body: { id: await associationOf(LIMITING, 'UNL-1') } });
  expect(released.code).toBe('200');
});

test('the rules of its strategy keep limiting a package on the shelf', async () => {
  const { list } = await admin.ask(flowStrategies.list, { query: { pageSize: 100 } as never });
  const strategy = list.find(({ id }) => id === LIMITING);
  if (!strategy) throw new Error('The demo has the strategy');
  const { id, name, version, rules } = strategy;
  const change = (next: typeof rules) => admin.call(flowStrategies.edit, { body: { id, name, version, rules: next } });
  const reminding = rules.map((rule) => ({
    ...rule,
    action: 4 as const,
    limitStrategyId: null,
    notify: ['sms' as const],
  }));
  expect((await change(reminding)).code).toBe(unlimitedNeedsLimit.code);
  // What goes by a share of the allowance never fires where that is unlimited.
  const byShare = rules.map((rule) => ({ ...rule, base: 'allowance' as const, threshold: '100' }));
  expect((await change(byShare)).code).toBe(unlimitedNeedsLimit.code);
  await shelve([DEMO], off);
  expect((await change(byShare)).code).toBe('200');
  expect((await shelve([DEMO], on)).code).toBe(unlimitedNeedsLimit.code);
  const back = await admin.call(flowStrategies.edit, { body: { id, name, version: version + 1, rules } });
  expect(back.code).toBe('200');
  expect((await shelve([DEMO], on)).code).toBe('200');
});

test('of several the others are put on the shelf, and a package on it does not become unlimited by an edit', async () => {
  const { id } = await make('UNL-2');
  const other = idOf('YD-M1G');
  const { data } = await shelve([id, other], on);
  expect(data).toMatchObject({ done: 1, failed: [{ id, words: expect.stringContaining('UNL-2') }] });

  const row = await rowOf('YD-M1G');
  const { code: _, platform: __, type: ___, ...rest } = body('YD-M1G');
  const edited = await admin.call(systemPackages.edit, {
    body: { ...rest, id: other, version: row.version, productCodes: row.productCodes },
  });
  expect(faultsOf(edited).map(({ field }) => field)).toEqual(['flowSpecId']);
  expect(await rowOf('YD-M1G')).toMatchObject({ flowBytes: String(1024 ** 3), version: row.version });
});

test('whoever makes a package out of an unlimited one says its volume; nobody else puts it on the shelf', async () => {
  const custom = (flowBytes: string | null) =>
    agent.call(customPackages.create, {
      body: {
        code: `C-${flowBytes ?? 'all'}`,
        name: '自定义',
        basePackageId: DEMO,
        units: 2,
        flowBytes,
        channels: ['platform'],
      },
    });
  expect(faultsOf(await custom(null)).map(({ field }) => field)).toEqual(['flowBytes']);
  expect((await custom(String(1024 ** 3))).code).toBe('200');
  for (const other of [agent, enterprise]) {
    const { code } = await other.call(shelveSystemPackages, { body: { ids: [DEMO], shelfState: off } });
    expect(code).not.toBe('200');
  }
  expect(await rowOf('YD-UNL')).toMatchObject({ shelfState: on });
  expect((await shelve(['999'], on)).code).toBe(notFound.code);
});

test('an unlimited specification says so in lists and files', () => {
  expect(flowSpecs.list.fields.bytes.absent).toMatchObject({ zh: '不限量', en: 'Unlimited' });
  expect(systemPackages.list.fields.flowBytes.absent).toMatchObject({ zh: '不限量', en: 'Unlimited' });
});
