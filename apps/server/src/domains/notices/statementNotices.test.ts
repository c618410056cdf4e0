import { listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { statementsUnderTest } from '@cardinal/testing/statementsUnderTest.ts';
import { expect, test, vi } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const under = await statementsUnderTest(it, simulator);
await it.work();

test('whoever may edit the merchant is told of new differences, once', async () => {
  const day = under.today();
  const gone = await under.pay('15.00');
  await under.edit([{ no: gone.trade_no, times: 0 }]);
  await under.turn();
  const told = async (name: string) =>
    (await (await under.as(name)).ask(listInbox, {})).list.filter(({ title }) => title.includes('对账差异'));
  const link = `/permission/merchantList?shown=${under.merchantId}&tab=statements&day=${day}`;
  await vi.waitFor(
    async () => expect(await told('admin')).toMatchObject([{ title: `对账差异 1 笔：对账商户 ${day}`, link }]),
    { timeout: 30_000, interval: 300 },
  );
  expect(await told('agent')).toEqual([]);
  await under.turn();
  expect(await told('admin')).toHaveLength(1);
});
