import { cancelCashOut } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { checkCashOuts, listCashOutChecks } from '@cardinal/contract/api/cashOuts/checks.ts';
import { listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { merchantPaysOut } from '@cardinal/contract/api/paymentProviders/refusals.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { cashOutsUnderTest } from '@cardinal/testing/cashOutsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test, vi } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const [admin, finance, agent] = (await Promise.all(['admin', 'finance', 'agent'].map((name) => it.as(name)))) as [
  Caller,
  Caller,
  Caller,
];
const under = await cashOutsUnderTest(it, simulator, admin);
await under.earn('10', 100_000n);
await it.work();

const toldTo = async (caller: Caller, words: string) =>
  (await caller.ask(listInbox, {})).list.filter(({ title }) => title.includes(words));
const isTold = (caller: Caller, words: string, found: readonly object[]) =>
  vi.waitFor(async () => expect(await toldTo(caller, words)).toMatchObject(found), { timeout: 30_000, interval: 200 });
const deleteMerchant = () => admin.call(wechatMerchants.delete, { body: { id: under.merchantId } });

test('a merchant that pays cash-outs is not deleted', async () => {
  expect((await deleteMerchant()).code).toBe(merchantPaysOut.code);
});

test('whoever may review is told of what waits, once; whoever asked learns why its money is back', async () => {
  const fresh = await under.receiver(agent, { isOld: false });
  const asked = await under.ask(agent, fresh, '12.34');
  const link = `/shareBenefit/cashOutCheck?shown=${asked.id}`;
  await isTold(admin, '提现待审核', [{ title: expect.stringContaining('12.34 CNY'), link }]);
  await isTold(finance, '提现待审核', [{ link }]);
  expect(await toldTo(agent, '提现待审核')).toEqual([]);

  await admin.ask(checkCashOuts, { body: { verdict: 'reject', ids: [asked.id], reason: '收款人待核实' } });
  const back = {
    summary: expect.stringContaining('收款人待核实'),
    link: `/shareBenefit/cashOutRecord?shown=${asked.id}`,
  };
  await isTold(agent, '已退回分润', [{ title: '提现未成功，12.34 CNY 已退回分润', ...back }]);
  expect(await toldTo(admin, '已退回分润')).toEqual([]);
});

test('what goes to a known receiver is reviewed by nobody; ticked ones are read by their ids', async () => {
  const known = await under.receiver(agent);
  const asked = await under.ask(agent, known, '5.00');
  const { list } = await admin.ask(listCashOutChecks, { query: { ids: [asked.id] } as never });
  expect(list).toMatchObject([{ id: asked.id, cashOutNo: asked.cashOutNo }]);
  expect((await agent.call(listCashOutChecks, { query: { ids: [asked.id] } as never })).code).toMatch(/^403/);
  await agent.call(cancelCashOut, { body: { id: asked.id } });
  expect((await toldTo(admin, '提现待审核')).length).toBe(1);
});
