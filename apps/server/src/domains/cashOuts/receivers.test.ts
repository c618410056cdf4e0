import { askCashOut, cancelCashOut, listCashOuts } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import {
  addReceiver,
  deleteReceiver,
  editReceiver,
  makeDefaultReceiver,
  readReceivers,
  setCashOutRule,
} from '@cardinal/contract/api/cashOuts/receivers.ts';
import { type Caller, DEMO_PASSWORD, testApp } from '@cardinal/testing/app.ts';
import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { cashOutsUnderTest, REAL_NAME } from '@cardinal/testing/cashOutsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const [admin, agent, rival] = (await Promise.all(['admin', 'agent', 'rival'].map((name) => it.as(name)))) as [
  Caller,
  Caller,
  Caller,
];
const under = await cashOutsUnderTest(it, simulator, admin);
await under.earn('20', 100_000n);

describe('receivers', () => {
  const wechat = (n: number) => ({
    method: 1 as const,
    accountNumber: `oSomebodyElse${String(n).padStart(12, '0')}`,
    holder: REAL_NAME,
  });

  test('are masked, at most five, one the default; changed they are new, in use they stay', async () => {
    const added = [];
    for (let n = 0; n < 5; n++) added.push((await rival.ask(addReceiver, { body: wechat(n) })).id);
    expect((await rival.call(addReceiver, { body: wechat(9) })).code).toBe('4091901');
    const shown = await rival.ask(readReceivers, {});
    expect(shown.receivers[0]).toMatchObject({ account: 'oSo****0000', isDefault: true, newUntil: expect.any(String) });
    expect(JSON.stringify(await it.db.selectFrom('cash_outs.receiver').selectAll().execute())).not.toContain(
      'oSomebodyElse',
    );
    expect(shown.merchants).toEqual([]);
    expect(shown.rules.every(({ merchantId }) => merchantId === null)).toBe(true);
    const [first = '', second = ''] = added;
    await rival.ask(makeDefaultReceiver, { body: { id: second } });
    expect((await agent.call(makeDefaultReceiver, { body: { id: second } })).status).toBe(404);
    await rival.ask(editReceiver, { body: { id: first, version: 1, holder: '新姓名' } });
    expect((await rival.call(editReceiver, { body: { id: first, version: 1, holder: '又改' } })).status).toBe(409);
    expect(
      (
        await rival.call(editReceiver, {
          body: { id: first, version: 2, holder: '又改', accountNumber: wechat(2).accountNumber },
        })
      ).code,
    ).toBe('4001901');
    expect((await agent.call(editReceiver, { body: { id: first, version: 2, holder: '别人' } })).status).toBe(404);
    const asked = await under.ask(rival, second);
    expect((await rival.call(deleteReceiver, { body: { id: second } })).code).toBe('4091902');
    expect((await rival.call(editReceiver, { body: { id: second, version: 1, holder: '改' } })).code).toBe('4091902');
    await rival.ask(cancelCashOut, { body: { id: asked.id } });
    expect((await agent.call(deleteReceiver, { body: { id: second } })).status).toBe(404);
    await rival.ask(deleteReceiver, { body: { id: second } });
    const left = (await rival.ask(readReceivers, {})).receivers;
    expect(left).toHaveLength(4);
    expect(left.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test('are refused with a number that is none, a bank that is missing, a method that is not offered', async () => {
    const refused = async (body: object, field: string, caller = agent) =>
      expect(JSON.stringify(await caller.call(addReceiver, { body: body as never }))).toContain(`"field":"${field}"`);
    await refused({ method: 3, accountNumber: '1234', holder: '甲', bank: '招商银行' }, 'accountNumber');
    await refused({ method: 3, accountNumber: '62258800123456', holder: '甲' }, 'bank');
    await refused({ method: 1, accountNumber: '62258800123456', holder: '甲' }, 'accountNumber');
    await refused({ ...wechat(1), method: 2 }, 'method');
    await refused(wechat(1), 'method', admin);
  });

  test('follow rules that only the platform sets, over what it has seen', async () => {
    const body = { ...under.rule, method: 3 as const, version: 1 };
    expect((await agent.call(setCashOutRule, { body })).code).toMatch(/^403/);
    expect((await admin.call(setCashOutRule, { body: { ...body, version: 0 } })).status).toBe(409);
    const refused = async (more: object, field: string) =>
      expect(JSON.stringify(await admin.call(setCashOutRule, { body: { ...body, ...more } as never }))).toContain(
        `"field":"${field}"`,
      );
    await refused({ most: '0.50' }, 'most');
    await refused({ feePercent: '20.01' }, 'feePercent');
    await refused({ method: 1, merchantId: '1' }, 'merchantId');
    await refused({ method: 1, currency: 'USD' }, 'currency');
    await admin.ask(setCashOutRule, { body });
    expect((await admin.ask(readReceivers, {})).isPlatform).toBe(true);
  });
});

test('twenty at once draw on one balance: only what is there is taken', async () => {
  const before = await under.profitOf('20');
  const to = await under.receiver(rival);
  const amount = before / 3n - 1n;
  const written = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      rival.call(askCashOut, { body: { receiverId: to, amount: written, password: DEMO_PASSWORD } }),
    ),
  );
  expect(answers.filter(({ code }) => code === '200')).toHaveLength(3);
  expect(await under.profitOf('20')).toBe(before - 3n * amount);
  expect(await under.frozenOf('20')).toBe(3n * amount);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('what one below takes out is in no list of its parent, also where it asks for nothing in particular', async () => {
  const below = await it.as('subagent');
  await under.earn('11', 10_000n);
  const asked = await under.ask(below, await under.receiver(below));
  const numbers = async (caller: Caller) =>
    (await caller.ask(listCashOuts, { query: { pageSize: 100 } })).list.map(({ cashOutNo }) => cashOutNo);
  expect(await numbers(below)).toEqual([asked.cashOutNo]);
  expect(await numbers(admin)).toContain(asked.cashOutNo);
  expect(await numbers(agent)).not.toContain(asked.cashOutNo);
});
