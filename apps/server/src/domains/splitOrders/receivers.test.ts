import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import {
  addProfitReceiver,
  listProfitReceivers,
  readSplitSettings,
  removeProfitReceiver,
  setSplitRatio,
} from '@cardinal/contract/api/splitOrders/receivers.ts';
import { listSplitParts } from '@cardinal/contract/api/splitOrders/splits.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { beforeEach, expect, test } from 'vitest';

const under = await forThisFile(cardsUnderTest());
await allow(under, 'agent', [
  'profitReceiver.view',
  'profitReceiver.add',
  'profitReceiver.edit',
  'profitReceiver.delete',
  'merchantList.add',
  'merchantList.view',
]);
const admin = await under.as('admin');
const agent = await under.as('agent');
const operator = await under.as('operator');
const OPENID = 'oAgent000000000000000001';
const merchantAt = async (caller: typeof admin, name: string, realNames: object = {}) => {
  const opened = await openMerchant(under.jasper, 'wechat', { realNames });
  const { id } = await caller.ask(wechatMerchants.add, {
    body: {
      name,
      baseUrl: opened.baseUrl,
      noticeBaseUrl: 'http://127.0.0.1:1',
      credentials: opened.credentials,
    } as never,
  });
  return { id, no: opened.merchantNo };
};
const { id: merchantId, no: merchantNo } = await merchantAt(admin, 'wechat', { [OPENID]: '张三' });
const second = await merchantAt(admin, 'second');
const agents = await merchantAt(agent, 'of the agent');
const receiver = {
  merchantId,
  customerId: '10',
  kind: 'merchant' as const,
  accountNumber: '1900000109',
  holder: '甲代理有限公司',
};
const listed = async (caller = admin, id = merchantId) =>
  (await caller.ask(listProfitReceivers, { query: { merchantId: id } as never })).list;
const rows = () => under.db.selectFrom('split_orders.receiver').selectAll().orderBy('id').execute();
const there = async () => {
  const { receivers } = (await control(under.jasper, 'GET', '/wechat/receivers')) as {
    receivers: { account: string; name: string; isRemoved: boolean; kind: string }[];
  };
  return receivers.map(({ kind, account, name, isRemoved }) => [kind, account, name, isRemoved]);
};
const remove = (id: string, of = merchantId) => admin.call(removeProfitReceiver, { body: { merchantId: of, id } });
beforeEach(async () => {
  under.clock.advance(61_000);
  await control(under.jasper, 'DELETE', '/faults');
});

test('a receiver is registered at WeChat before it counts, with its name readable there and sealed here', async () => {
  const { id } = await admin.ask(addProfitReceiver, { body: receiver });
  expect(await there()).toEqual([['MERCHANT_ID', '1900000109', '甲代理有限公司', false]]);
  expect(await listed()).toMatchObject([
    {
      id,
      customerId: '10',
      kind: 'merchant',
      account: '190****0109',
      holder: '甲**',
      state: 'registered',
      received: '0',
    },
  ]);
  const log = await under.db
    .selectFrom('audit.operation_log' as never)
    .selectAll()
    .execute();
  const keys = await under.db.selectFrom('runtime.idempotency').selectAll().execute();
  for (const secret of ['1900000109', '甲代理有限公司'])
    expect(JSON.stringify([await rows(), log, keys, await listed()])).not.toContain(secret);
});

test.each([
  ['customerId', { customerId: '1' }, '4002350'],
  ['customerId', { customerId: '999999' }, '4002350'],
  ['customerId', { customerId: '10', accountNumber: '1900000110' }, '4092351'],
  ['accountNumber', { accountNumber: '19' }, '4002351'],
  ['accountNumber', { kind: 'person' as const, accountNumber: '1900000110' }, '4002351'],
  ['accountNumber', { accountNumber: merchantNo }, '4002352'],
  ['accountNumber', {}, '4092352'],
])('refuses %s at its field, and nothing is asked of WeChat or kept', async (field, given, code) => {
  const before = [await rows(), await there()];
  const answer = await admin.call(addProfitReceiver, { body: { ...receiver, customerId: '11', ...given } });
  expect([answer.code, (answer.data as unknown as { errors: { field: string }[] }).errors[0]?.field]).toEqual([
    code,
    field,
  ]);
  expect([await rows(), await there()]).toEqual(before);
});

test('what WeChat refuses or does not answer is not kept; asked again it is registered once', async () => {
  const person = { ...receiver, customerId: '11', kind: 'person' as const, accountNumber: OPENID };
  const wrong = await admin.call(addProfitReceiver, { body: { ...person, holder: '李四' } });
  expect([wrong.code, (await rows()).length]).toEqual(['4092350', 1]);
  await control(under.jasper, 'POST', '/faults', { kind: 'lostConfirmation', operation: 'addReceiver', count: 9 });
  expect((await admin.call(addProfitReceiver, { body: { ...person, holder: '张三' } })).code).toBe('4092350');
  await control(under.jasper, 'DELETE', '/faults');
  await admin.ask(addProfitReceiver, { body: { ...person, holder: '张三' } });
  expect(await there()).toEqual([
    ['MERCHANT_ID', '1900000109', '甲代理有限公司', false],
    ['PERSONAL_OPENID', OPENID, '张三', false],
  ]);
});

test('removed at WeChat, then here; one that WeChat does not know is removed, and may be added again', async () => {
  const [first] = await rows();
  const id = first?.id ?? '';
  await control(under.jasper, 'POST', '/faults', {
    kind: 'refuse',
    operation: 'removeReceiver',
    status: 'NO_AUTH',
    count: 1,
  });
  expect((await remove(id)).code).toBe('4092350');
  await control(under.jasper, 'POST', '/faults', { kind: 'lostConfirmation', operation: 'removeReceiver', count: 1 });
  expect((await remove(id)).code).toBe('200');
  expect((await there())[0]).toEqual(['MERCHANT_ID', '1900000109', '甲代理有限公司', true]);
  expect((await listed()).map(({ customerId }) => customerId)).toEqual(['11']);
  expect((await remove(id)).code).toBe('4042351');
  await admin.ask(addProfitReceiver, { body: receiver });
  expect((await listed()).map(({ customerId }) => customerId).sort()).toEqual(['10', '11']);
});

test('the ratio is WeChat’s usual until it is set, and an older view changes nothing', async () => {
  const read = () => admin.ask(readSplitSettings, { query: { merchantId } });
  expect(await read()).toEqual({ isPlatforms: true, ratioPercent: '30', version: 0 });
  await admin.ask(setSplitRatio, { body: { merchantId, version: 0, ratioPercent: '45.5' } });
  expect(await read()).toEqual({ isPlatforms: true, ratioPercent: '45.5', version: 1 });
  const older = await admin.call(setSplitRatio, { body: { merchantId, version: 0, ratioPercent: '10' } });
  expect(older.code).toBe('4090002');
  const malformed = await admin.call(setSplitRatio, { body: { merchantId, version: 1, ratioPercent: '101' } });
  expect(malformed.status).toBe(422);
});

test('a receiver of another merchant, and a merchant of another customer or provider, are not found', async () => {
  const [row] = await listed();
  const id = row?.id ?? '';
  expect((await remove(id, second.id)).code).toBe('4042351');
  expect(await listed(admin, second.id)).toEqual([]);
  for (const list of [listProfitReceivers, listSplitParts] as const) {
    expect((await agent.call(list, { query: { merchantId } as never })).code).toBe('4042350');
    expect((await admin.call(list, { query: { merchantId: '1' } as never })).code).toBe('4042350');
    expect((await admin.ask(list, { query: { merchantId } as never })).list).toBeDefined();
  }
  expect((await agent.call(readSplitSettings, { query: { merchantId } })).code).toBe('4042350');
  expect((await agent.call(addProfitReceiver, { body: { ...receiver, customerId: '11' } })).code).toBe('4042350');
  const ratio = { merchantId, version: 1, ratioPercent: '10' };
  expect((await agent.call(setSplitRatio, { body: ratio })).code).toBe('4042350');
  expect((await agent.call(removeProfitReceiver, { body: { merchantId, id } })).code).toBe('4042350');
});

test('an agent’s own merchant has no receivers: only the platform’s split; whoever may not add does not', async () => {
  expect(await agent.ask(readSplitSettings, { query: { merchantId: agents.id } })).toMatchObject({
    isPlatforms: false,
  });
  for (const caller of [agent, admin]) {
    const body = { ...receiver, merchantId: agents.id, customerId: '11' };
    expect((await caller.call(addProfitReceiver, { body })).code).toBe('4032350');
  }
  expect((await operator.call(addProfitReceiver, { body: { ...receiver, customerId: '12' } })).code).toBe('4030001');
  expect((await operator.call(setSplitRatio, { body: { merchantId, version: 1, ratioPercent: '9' } })).code).toBe(
    '4030001',
  );
});
