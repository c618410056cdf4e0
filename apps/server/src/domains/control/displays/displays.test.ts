import {
  bindDisplayStrategy,
  displayBindingChoices,
  displayStrategies,
  displayStrategyInUse,
  displayStrategyNotFound,
  enableDisplayStrategy,
  governingDisplayStrategy,
  previewDisplayStrategy,
} from '@cardinal/contract/api/control/displayStrategies.ts';
import type { BodyOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { keepsRegister } from '@cardinal/testing/register.ts';
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
const rival = await host.as('rival');

const [AGENT_ID, ENTERPRISE_ID, RIVAL_ID] = ['10', '12', '20'];
const monthly = await host.db
  .selectFrom('packages.v_package')
  .select('id')
  .where('code', '=', 'LT-M1G')
  .executeTakeFirstOrThrow();

const body: BodyOf<typeof displayStrategies.create> = {
  name: '不见位置',
  audience: 'child',
  shows: ['carrier', 'status', 'remaining'],
  unit: 'GB',
  decimals: 1,
  masksNumbers: true,
  historyMonths: 6,
};
const withoutAudience = ({ audience: _, ...rest }: typeof body) => rest;
const made = (name: string, part: Partial<typeof body> = {}, who = admin) =>
  who.ask(displayStrategies.create, { body: { ...body, name, ...part } });
const NOTHING = { packageIds: [], productCodes: [], customerIds: [] };
const bind = (id: string, version: number, to: Partial<typeof NOTHING | Record<string, string[]>>, who = admin) =>
  who.call(bindDisplayStrategy, { body: { id, version, ...NOTHING, ...to } as never });

test('a strategy is made once, edited and deleted', async () => {
  await keepsRegister(host, displayStrategies, {
    owner: 'admin',
    body,
    edited: withoutAudience({ ...body, shows: ['status', 'imei', 'carrier'], decimals: 0 }),
    noted: { before: { decimals: 1 }, after: { decimals: 0 } },
    others: ['agent', 'rival'],
  });
});

test.each([
  ['shows', { shows: [] }],
  ['decimals', { decimals: 3 }],
  ['historyMonths', { historyMonths: 0 }],
  ['historyMonths', { historyMonths: 25 }],
  ['name', { name: '一' }],
  ['name', { name: '公众号简明' }],
] as const)('bad input is named at %s', async (field, part) => {
  for (const [language, script] of [
    ['zh_CN', /[\u4e00-\u9fff]/],
    ['en', /^[\x20-\x7e]+$/],
  ] as const) {
    const [fault] = faultsOf(
      await admin.call(displayStrategies.create, { body: { ...body, ...part } as never, language }),
    );
    expect(fault?.field).toBe(field);
    expect(fault?.message).toMatch(script);
  }
});

test('it is bound to packages, products and customers, found by them, and not deleted while bound', async () => {
  const { id } = await made('全绑');
  const to = { packageIds: [monthly.id], productCodes: ['LT-JASPER'], customerIds: [ENTERPRISE_ID] };
  expect((await bind(id, 1, to)).code).toBe('200');
  const { list } = await admin.ask(displayStrategies.list, { query: { boundToContains: '安途' } });
  expect(list.find((row) => row.id === id)).toMatchObject({
    boundTo: '套餐：联通1GB月包；产品：LT-JASPER；客户：安途车联科技',
    version: 2,
  });
  const found = async (isUsed: boolean) =>
    (await admin.ask(displayStrategies.list, { query: { isUsed, pageSize: 100 } as never })).list;
  const [used, unused] = [await found(true), await found(false)];
  expect(used.map((row) => row.id)).toContain(id);
  expect(used.every(({ isUsed, bound }) => isUsed && bound.length > 0)).toBe(true);
  expect(unused.length).toBeGreaterThan(0);
  expect(unused.every(({ isUsed, bound }) => !isUsed && bound.length === 0)).toBe(true);
  expect((await bind(id, 1, {})).code).toBe(changedByAnother.code);
  const removing = await admin.call(displayStrategies.remove, { body: { id }, language: 'en' });
  expect(removing).toMatchObject({
    code: displayStrategyInUse.code,
    message: 'The strategy is bound to 3 objects; unbind them first',
  });
  await bind(id, 2, {});
  await admin.ask(displayStrategies.remove, { body: { id } });
});

test('what another strategy for the same audience has is refused at its field, for another audience it is not', async () => {
  const first = await made('先绑');
  expect((await bind(first.id, 1, { productCodes: ['A-CAR'] })).code).not.toBe('200');
  expect((await bind(first.id, 1, { productCodes: ['LT-JASPER'] })).code).toBe('200');
  const second = await made('后绑');
  const refused = await bind(second.id, 1, { productCodes: ['LT-JASPER'] });
  expect(faultsOf(refused)).toEqual([{ field: 'productCodes', message: '「LT-JASPER」已绑定策略「先绑」' }]);
  const { id } = await made('接口的', { audience: 'api' });
  expect((await bind(id, 1, { productCodes: ['LT-JASPER'] })).code).toBe('200');
  await bind(first.id, 2, {});
});

test('only what the owner has and the customers below it are bound', async () => {
  const { id } = await made('代理的', {}, agent);
  for (const [field, to] of [
    ['customerIds', { customerIds: [AGENT_ID] }],
    ['customerIds', { customerIds: [RIVAL_ID] }],
    ['productCodes', { productCodes: ['NO-SUCH'] }],
    ['packageIds', { packageIds: ['1'] }],
  ] as const)
    expect(faultsOf(await bind(id, 1, to as never, agent))).toEqual([{ field, message: '有 1 个对象不能绑定' }]);
  const { packages, products } = await agent.ask(displayBindingChoices, { query: { id, keyword: 'LT-M1G' } });
  expect(packages.map((each) => each.id)).toEqual([monthly.id]);
  expect(products.length).toBeGreaterThan(0);
  expect((await bind(id, 1, { packageIds: [monthly.id] }, agent)).code).toBe('200');
});

test('the preview shows the card as it is and as the audience sees it, in both languages', async () => {
  const { id } = await made('预览', { shows: ['status', 'remaining', 'carrier'] });
  const lines = async (language: 'zh_CN' | 'en') =>
    new Map(
      (await admin.ask(previewDisplayStrategy, { query: { id }, language })).lines.map((each) => [each.label, each]),
    );
  const zh = await lines('zh_CN');
  expect([zh.get('ICCID')?.seen, zh.get('业务号码')?.seen]).toEqual(['89860123456789012346', '106****5678']);
  expect(zh.get('卡状态')).toMatchObject({ truth: '已激活', seen: '已激活' });
  expect(zh.get('剩余流量')).toMatchObject({ truth: '3.46 GB', seen: '3.4 GB' });
  expect(zh.get('IMEI')?.seen).toBe(null);
  expect((await lines('en')).get('Location')).toMatchObject({ truth: 'Shenzhen, Guangdong', seen: null });
});

test('the narrowest binding of the caller’s own enabled strategies holds', async () => {
  const asked = (part: Partial<QueryOf<typeof governingDisplayStrategy>>, who = admin) =>
    who.ask(governingDisplayStrategy, { query: { audience: 'child', ...part } });
  const [byProduct, byCustomer] = [await made('按产品'), await made('按客户')];
  await bind(byProduct.id, 1, { productCodes: ['LT-JASPER'] });
  await bind(byCustomer.id, 1, { customerIds: [ENTERPRISE_ID] });
  const whole = { productCode: 'LT-JASPER', customerId: ENTERPRISE_ID };
  expect(await asked(whole)).toMatchObject({
    strategy: { name: '按产品' },
    by: { kind: 'product', name: 'LT-JASPER' },
    overruled: [{ kind: 'customer', strategyName: '按客户' }],
  });
  await admin.ask(enableDisplayStrategy, { body: { id: byProduct.id, isEnabled: false } });
  expect(await asked(whole)).toMatchObject({ strategy: { name: '按客户' } });
  expect(await asked({ customerId: RIVAL_ID })).toMatchObject({ strategy: { name: '下级不见 IMEI' } });
  const none = await asked({ customerId: '11' });
  expect(none).toMatchObject({ strategy: null, by: null, overruled: [] });
  expect(none.lines.every(({ truth, seen }) => truth === seen)).toBe(true);
  // An agent's own strategies decide what those below it see; those above it are not its to know.
  expect(await asked({ customerId: ENTERPRISE_ID }, agent)).toMatchObject({
    strategy: { name: '企业客户视图' },
    overruled: [],
  });
});

test('a strategy does not exist for another tree or those below', async () => {
  const { id } = await made('平台的');
  for (const who of [agent, rival])
    for (const answer of [
      await who.call(previewDisplayStrategy, { query: { id } }),
      await who.call(displayBindingChoices, { query: { id } }),
      await who.call(enableDisplayStrategy, { body: { id, isEnabled: false } }),
      await bind(id, 1, {}, who),
      await who.call(displayStrategies.remove, { body: { id } }),
    ])
      expect(answer.code).toBe(displayStrategyNotFound.code);
  const norole = await host.as('norole');
  expect((await norole.call(previewDisplayStrategy, { query: { id } })).status).toBe(403);
});
