import { listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import { checkCustomPackage, submitCustomPackage } from '@cardinal/contract/api/packages/customPackageReviews.ts';
import { customPackages } from '@cardinal/contract/api/packages/customPackages.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { demandReviews } from '@cardinal/testing/reviews.ts';
import { expect, test, vi } from 'vitest';

const host = await forThisFile(testApp({ demo: 'people' }));
await host.work();
await demandReviews(host.db, true);
const [operator, agent, rival] = (await Promise.all(['operator', 'agent', 'rival'].map((name) => host.as(name)))) as [
  Caller,
  Caller,
  Caller,
];
const told = async (who: Caller) =>
  (await who.ask(listInbox, { query: { titleContains: '自定义套餐' } as never })).list.map(
    ({ kind, title, summary, link }) => ({ kind, title, summary, link }),
  );
const soon = (expected: () => Promise<void>) => vi.waitFor(expected, { timeout: 60_000, interval: 500 });

test('whoever may review a custom package is told that it waits, its maker what became of it, and nobody else', async () => {
  const base = await makePackage(host.app.systemContext('test'), { given: [{ to: '10', from: '1', reserve: 800 }] });
  const { id } = await agent.ask(customPackages.create, {
    body: { code: 'TZ-1', name: '通知季包', basePackageId: base.id, units: 3, channels: ['api'] },
  });
  const round = async (verdict: 'pass' | 'reject') => {
    await agent.ask(submitCustomPackage, { body: { id } });
    const body = verdict === 'pass' ? { verdict } : { verdict, reason: '价格不合适' };
    await operator.ask(checkCustomPackage, { body: { id, version: 1, ...body } });
  };
  await round('reject');
  const link = '/packageManagement/customPackage?code=TZ-1';
  const rejected = { kind: 'business', title: '自定义套餐被驳回：通知季包', summary: '价格不合适', link };
  await soon(async () => expect(await told(agent)).toEqual([rejected]));
  host.clock.set(new Date(host.clock.now().getTime() + 1_000));
  await round('pass');
  const passed = { kind: 'business', title: '自定义套餐已通过审核：通知季包', summary: null, link };
  await soon(async () => expect(await told(agent)).toEqual([passed, rejected]));
  const waiting = {
    kind: 'business',
    title: '自定义套餐待审核：通知季包',
    summary: expect.stringContaining('编码 TZ-1'),
    link: '/packageManagement/customPackage?tab=reviews&review=underReview',
  };
  await soon(async () => expect(await told(operator)).toEqual([waiting, waiting]));
  expect(await told(rival)).toEqual([]);
});
