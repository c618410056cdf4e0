import { testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { statementsUnderTest } from '@cardinal/testing/statementsUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const under = await statementsUnderTest(it, simulator, 'alipay');

test('a day of Alipay is matched to the cent, and its fee posted', async () => {
  const day = under.today();
  const first = await under.pay('100.00');
  await under.pay('33.33');
  await under.refund(first.id, 4_000n);
  await under.turn();
  expect(await under.dayOf(day)).toMatchObject({ state: 'read', lines: 3, changes: 0 });
  expect(await under.differences(day)).toEqual([]);
  const sums = { came: '13333', returned: '4000', our_came: '13333', our_returned: '4000' };
  expect(await under.sumsOf(day)).toMatchObject([{ ...sums, fee: '56', fee_posted: '56' }]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('a day without a bill is empty where nothing moved, and late where something did', async () => {
  const quiet = under.today();
  await under.turn();
  expect(await under.dayOf(quiet)).toMatchObject({ state: 'read', lines: 0 });
  const busy = under.today();
  await under.pay('10.00');
  await control(simulator, 'POST', '/faults', { kind: 'refuse', operation: 'statement', status: 'isp.bill_not_exist' });
  await under.turn();
  expect(await under.dayOf(busy)).toMatchObject({ state: 'waiting', said_zh: '账单尚未生成' });
  expect(await under.differences(busy)).toEqual([]);
  await control(simulator, 'DELETE', '/faults');
  await under.turn();
  expect(await under.dayOf(busy)).toMatchObject({ state: 'read', lines: 1 });
  expect(await under.differences(busy)).toEqual([]);
});
