import {
  enableLimitStrategy,
  limitSpeeds,
  limitSpeedsGone,
  limitStrategies,
  limitStrategyInUse,
  limitStrategyNotFound,
  readLimitStrategy,
  simulateLimitStrategy,
} from '@cardinal/contract/api/control/limitStrategies.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { keepsRegister } from '@cardinal/testing/register.ts';
import { expect, test } from 'vitest';
import { domain } from '../../../framework/domain.ts';
import { seedDemo as seedCarriers } from '../../carriers/demo.ts';
import { seedLimits } from './demoLimits.ts';
import { limitStrategyUse } from './limitUse.ts';

const USED = '7601';
/** What later rooms will say: one strategy of the demo is chosen somewhere. */
const later = domain({
  name: 'later',
  needs: ['control'],
  tables: {},
  routes: [],
  contributes: [
    limitStrategyUse.with(async (_, ids) =>
      ids.includes(USED) ? [{ strategyId: USED, kind: text('流控策略', 'flow strategy'), name: '满百停机' }] : [],
    ),
  ],
});

const host = await forThisFile(testApp({ demo: 'people', furtherRooms: [later] }));
await host.app.asSystem('demo', async (ctx) => {
  await seedCarriers(ctx);
  await seedLimits(ctx);
});
const admin = await host.as('admin');
const agent = await host.as('agent');

const GB = 1024 ** 3;
const tier = (gigabytes: number, kbps: number, month: number | null = null) => ({
  month,
  afterBytes: String(gigabytes * GB),
  kbps,
});
const body: BodyOf<typeof limitStrategies.create> = {
  name: '两段降速',
  platform: 2,
  type: 1,
  tiers: [tier(1, 1024), tier(5, 128)],
  reset: 'cycle',
};
const withoutPlatform = ({ platform: _, ...rest }: typeof body) => rest;

test('a strategy is made once, edited and deleted', async () => {
  await keepsRegister(host, limitStrategies, {
    owner: 'admin',
    body,
    edited: withoutPlatform({ ...body, tiers: [tier(2, 512)] }),
    noted: { before: { tiers: body.tiers }, after: { tiers: [tier(2, 512)] } },
    others: ['agent', 'rival'],
  });
});

test('a strategy is kept by month, and told in words', async () => {
  const tiers = [tier(9, 512, 12), tier(2, 1024, 1), tier(3, 512, 1)];
  const { id } = await admin.ask(limitStrategies.create, { body: { ...body, name: '按月', type: 3, tiers } });
  const kept = await admin.ask(readLimitStrategy, { query: { id } });
  expect(kept).toMatchObject({ type: 3, isEnabled: true, version: 1, tiers: [tiers[1], tiers[2], tiers[0]] });
  const said = async (language: 'zh_CN' | 'en') =>
    (await admin.ask(limitStrategies.list, { query: { nameContains: '按月' }, language })).list[0]?.rule;
  expect(await said('zh_CN')).toBe('1 月: 2 GB → 1024 kbps, 3 GB → 512 kbps; 12 月: 9 GB → 512 kbps');
  expect(await said('en')).toBe('Jan: 2 GB → 1024 kbps, 3 GB → 512 kbps; Dec: 9 GB → 512 kbps');
});

test.each([
  ['tiers.1.afterBytes', { tiers: [tier(5, 1024), tier(5, 512)] }],
  ['tiers.1.afterBytes', { tiers: [tier(5, 1024), { ...tier(6, 512), afterBytes: '' }] }],
  ['tiers.1.kbps', { tiers: [tier(1, 512), tier(5, 1024)] }],
  ['tiers.1.kbps', { tiers: [tier(1, 512), tier(5, 500)] }],
  ['tiers', { type: 2 }],
  ['tiers', { tiers: [] }],
  ['tiers.0.month', { type: 3 }],
  ['tiers.1.month', { tiers: [tier(1, 512), tier(5, 128, 4)] }],
  ['tiers.0.month', { type: 3, tiers: [tier(1, 512, 13)] }],
  ['name', { name: '一' }],
  ['name', { name: '移动分段降速' }],
] as const)('bad input is named at %s', async (field, part) => {
  for (const language of ['zh_CN', 'en'] as const) {
    const [fault] = faultsOf(
      await admin.call(limitStrategies.create, { body: { ...body, ...part } as never, language }),
    );
    expect(fault?.field).toBe(field);
    if (language === 'en') expect(fault?.message).toMatch(/^[\x20-\x7e]+$/);
    else expect(fault?.message).toMatch(/[\u4e00-\u9fff]/);
  }
});

test('a carrier whose accounts cannot limit is refused with the capability it lacks', async () => {
  const [zh] = faultsOf(await admin.call(limitStrategies.create, { body: { ...body, platform: 7 } }));
  expect(zh).toEqual({ field: 'platform', message: 'eSIM没有支持「限速」的通道' });
  const [en] = faultsOf(await admin.call(limitStrategies.create, { body: { ...body, platform: 7 }, language: 'en' }));
  expect(en?.message).toBe('No carrier account of eSIM supports “Limit speed”');
});

test('the speeds are those of all accounts of a carrier that are not off', async () => {
  const speedsOf = async () => new Map((await admin.ask(limitSpeeds)).map((each) => [each.platform, each.speeds]));
  expect((await speedsOf()).get(2)).toEqual([128, 512, 1024, 2048]);
  expect((await speedsOf()).get(3)).toContain(150_000);
  const account = host.db.updateTable('carriers.account').where('platform', '=', 2);
  await account.set({ state: 'off' }).execute();
  expect((await speedsOf()).has(2)).toBe(false);
  const { list } = await admin.ask(limitStrategies.list, { query: { platform: [2], pageSize: 100 } as never });
  expect(list.find(({ id }) => id === USED)?.missingSpeeds).toEqual([1024, 512, 128]);
  const off = list.find(({ id }) => id !== USED) as (typeof list)[number];
  await admin.ask(enableLimitStrategy, { body: { id: off.id, isEnabled: false } });
  const answer = await admin.call(enableLimitStrategy, { body: { id: off.id, isEnabled: true } });
  expect(answer.code).toBe(limitSpeedsGone.code);
  await account.set({ state: 'on' }).execute();
  await admin.ask(enableLimitStrategy, { body: { id: off.id, isEnabled: true } });
});

test('a strategy in use is neither disabled nor deleted, and the refusal names where; it may be edited', async () => {
  for (const [endpoint, sent] of [
    [limitStrategies.remove, { id: USED }],
    [enableLimitStrategy, { id: USED, isEnabled: false }],
  ] as const) {
    const answer = await admin.call(endpoint as never, { body: sent } as never);
    expect(answer).toMatchObject({ code: limitStrategyInUse.code, message: '策略正在使用：流控策略「满百停机」' });
  }
  const { list } = await admin.ask(limitStrategies.list, { query: { pageSize: 100 } });
  expect(list.find(({ id }) => id === USED)?.usedIn).toBe('流控策略「满百停机」');
  const found = async (isUsed: boolean) =>
    (await admin.ask(limitStrategies.list, { query: { isUsed, pageSize: 100 } as never })).list.map(({ id }) => id);
  const [used, unused] = [await found(true), await found(false)];
  expect(used).toContain(USED);
  expect(used).toEqual(list.filter(({ usedIn }) => usedIn !== null).map(({ id }) => id));
  expect(unused).toEqual(list.filter(({ usedIn }) => usedIn === null).map(({ id }) => id));
  const { version } = await admin.ask(readLimitStrategy, { query: { id: USED } });
  await admin.ask(limitStrategies.edit, {
    body: { id: USED, version, ...withoutPlatform({ ...body, name: '移动两段' }) },
  });
});

test('a try says the speed, the tier and what comes next', async () => {
  const { id } = await admin.ask(limitStrategies.create, { body: { ...body, name: '试算' } });
  const at = (usedBytes: number, language: 'zh_CN' | 'en' = 'zh_CN') =>
    admin.ask(simulateLimitStrategy, {
      query: { id, usedBytes: String(Math.floor(usedBytes)), day: '2026-11-24' },
      language,
    });
  expect(await at(1.2 * GB)).toEqual({
    kbps: 1024,
    why: '已用 1.2 GB，达到第 1 段的 1 GB，限速 1024 kbps',
    next: tier(5, 128),
  });
  expect(await at(5 * GB, 'en')).toEqual({
    kbps: 128,
    why: 'Used 5 GB, from 5 GB of tier 2: limited to 128 kbps',
    next: null,
  });
  expect(await at(0.5 * GB)).toMatchObject({ kbps: null, why: '已用 512 MB，未达到 1 GB，不限速' });
  const season = { id: '7603', usedBytes: String(6 * GB) };
  const inMonth = async (day: string) => (await admin.ask(simulateLimitStrategy, { query: { ...season, day } })).why;
  expect(await inMonth('2026-01-31')).toBe('1 月：已用 6 GB，达到第 1 段的 5 GB，限速 5000 kbps');
  expect(await inMonth('2026-03-01')).toBe('3 月没有分段，不限速');
});

test('each customer keeps its own names, a parent sees those below, and nobody those above or beside', async () => {
  const mine = { ...body, name: '移动达量 128' };
  const { id } = await agent.ask(limitStrategies.create, { body: mine });
  const seen = async (who: typeof admin) =>
    (await who.ask(limitStrategies.list, { query: { pageSize: 100 } })).list.map((row) => row.id);
  expect(await seen(agent)).toContain(id);
  expect(await seen(agent)).not.toContain(USED);
  expect(await seen(admin)).toContain(id);
  const rival = await host.as('rival');
  expect(await seen(rival)).not.toContain(id);
  for (const [who, foreign] of [
    [rival, id],
    [agent, USED],
  ] as const) {
    const on = { usedBytes: '1', day: '2026-11-24' };
    expect((await who.call(readLimitStrategy, { query: { id: foreign } })).code).toBe(limitStrategyNotFound.code);
    expect((await who.call(simulateLimitStrategy, { query: { id: foreign, ...on } })).code).toBe(
      limitStrategyNotFound.code,
    );
    const enabling = await who.call(enableLimitStrategy, { body: { id: foreign, isEnabled: false } });
    expect(enabling.code).toBe(limitStrategyNotFound.code);
    const removing = await who.call(limitStrategies.remove, { body: { id: foreign } });
    expect(removing.code).toBe(limitStrategyNotFound.code);
  }
  const norole = await host.as('norole');
  expect((await norole.call(limitSpeeds)).status).toBe(403);
});
