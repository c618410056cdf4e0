import * as api from '@cardinal/contract/api/guides.ts';
import { type Caller, type TestApp, testApp } from '@cardinal/testing/app.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let host: TestApp;
let admin: Caller;
let agent: Caller;
const BODY = {
  title: '如何看订单',
  route: '/cardsManagement/batchOperate',
  language: 'zh_CN' as const,
  kinds: [],
  videoUrl: 'https://v.qq.com/x/page/a.html',
  seconds: 60,
  stepsZh: '第一步',
  stepsEn: 'First',
  sort: 5,
};
const ROUTE = '/cardsManagement/batchOperate';

beforeAll(async () => {
  host = await testApp({ demo: 'people' });
  [admin, agent] = [await host.as('admin'), await host.as('agent')];
});
afterAll(() => host?.stop());

const here = async (who: Caller, path = ROUTE, language?: 'en') =>
  who.ask(api.guidesHere, { query: { path }, ...(language ? { language } : {}) });
const make = async (change: object = {}) => {
  const { id } = await admin.ask(api.addGuide, { body: { ...BODY, route: ROUTE, ...change } });
  await admin.ask(api.shelveGuide, { body: { guideId: id, isOnShelf: true } });
  return id;
};

test('a guide on the shelf is shown at its screen, counted, and gone when it is taken off', async () => {
  const id = await make();
  expect(await here(agent)).toMatchObject([{ id, title: BODY.title, steps: '第一步', isHelpful: null }]);
  expect(await here(agent, '/dashboard')).toEqual([]);
  await agent.ask(api.viewGuide, { body: { guideId: id } });
  await agent.ask(api.viewGuide, { body: { guideId: id, isHelpful: true } });
  await (await host.as('rival')).ask(api.viewGuide, { body: { guideId: id, isHelpful: false } });
  const { list } = await admin.ask(api.listGuides, { query: { routeContains: 'batchOperate' } as never });
  expect(list).toMatchObject([{ id, plays: 1, helpfulPercent: 50, screen: { en: expect.any(String) } }]);
  expect(await here(agent)).toMatchObject([{ isHelpful: true }]);
  await admin.ask(api.shelveGuide, { body: { guideId: id, isOnShelf: false } });
  expect(await here(agent)).toEqual([]);
  expect((await agent.call(api.viewGuide, { body: { guideId: id } })).code).toBe('4040371');
  await admin.ask(api.deleteGuide, { body: { guideId: id } });
});

test('a missing language falls back to Chinese, whose steps may be written in both', async () => {
  const chinese = await make();
  expect(await here(agent, ROUTE, 'en')).toMatchObject([{ id: chinese, steps: 'First' }]);
  const english = await make({ language: 'en', title: 'Orders' });
  expect((await here(agent, ROUTE, 'en')).map((guide) => guide.id)).toEqual([english]);
  for (const guideId of [chinese, english]) await admin.ask(api.deleteGuide, { body: { guideId } });
});

test('a guide for others, or of a screen one cannot open, is not there', async () => {
  const forEnterprises = await make({ kinds: ['ENTERPRISE'] });
  expect(await here(agent)).toEqual([]);
  expect((await here(await host.as('enterprise'))).map((guide) => guide.id)).toEqual([forEnterprises]);
  const platformOnly = await make({ route: '/system/menu' });
  expect(await here(agent, '/system/menu')).toEqual([]);
  expect((await agent.call(api.viewGuide, { body: { guideId: platformOnly } })).code).toBe('4040371');
  expect(await here(admin, '/system/menu')).toHaveLength(1);
});

test('a film lies at an allowed site, a guide at a screen there is', async () => {
  const at = async (change: object) => {
    const answer = await admin.call(api.addGuide, { body: { ...BODY, ...change } });
    return (answer.data as unknown as { errors: { field: string }[] }).errors.map((each) => each.field);
  };
  expect(await at({ videoUrl: 'https://qq.com.evil.example/x' })).toEqual(['videoUrl']);
  expect(await at({ videoUrl: 'http://v.qq.com/x' })).toEqual(['videoUrl']);
  expect(await at({ videoUrl: 'javascript:alert(1)' })).toEqual(['videoUrl']);
  expect(await at({ route: '/nowhere' })).toEqual(['route']);
});

test('who reads an old one is told, and customers edit none', async () => {
  const id = await make();
  const edit = { ...BODY, route: ROUTE, guideId: id, version: 1 };
  await admin.ask(api.editGuide, { body: { ...edit, title: '新标题' } });
  expect((await admin.call(api.editGuide, { body: edit })).code).toBe('4090002');
  expect((await agent.call(api.editGuide, { body: { ...edit, version: 2 } })).code).toBe('4030001');
  expect((await agent.call(api.listGuides, {})).code).toBe('4030001');
});
