import { otherMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import {
  addSubAccount,
  closeSubAccount,
  confirmSubAccount,
  listSubAccounts,
  querySubAccount,
  readSubAccountChannel,
  resendSubAccountCode,
  setSplitRule,
} from '@cardinal/contract/api/subAccounts/subAccounts.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { subAccountsUnderTest } from '@cardinal/testing/subAccountsUnderTest.ts';
import { beforeEach, expect, test } from 'vitest';
import { followAccounts } from './opening/followAccounts.ts';

const under = await forThisFile(cardsUnderTest());
await allow(under, 'agent', [
  'lianlianSubAccount.view',
  'lianlianSubAccount.add',
  'lianlianSubAccount.query',
  'lianlianSubAccount.split',
  'otherPaymentConfig.add',
  'otherPaymentConfig.view',
  'otherPaymentConfig.delete',
]);
const [admin, agent, operator] = (await Promise.all(['admin', 'agent', 'operator'].map((name) => under.as(name)))) as [
  Awaited<ReturnType<typeof under.as>>,
  Awaited<ReturnType<typeof under.as>>,
  Awaited<ReturnType<typeof under.as>>,
];
const { channelId, channelAt, holder, simulated, openFor, act } = await subAccountsUnderTest(
  under,
  admin,
  'http://127.0.0.1:1',
);
const agents = await channelAt(agent, 'lianlian of the agent');
const rowOf = (id: string) =>
  under.db.selectFrom('sub_accounts.account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const rows = () => under.db.selectFrom('sub_accounts.account').select('id').execute();
const listed = async (caller = admin, channel = channelId) =>
  (await caller.ask(listSubAccounts, { query: { channelId: channel } as never })).list;
beforeEach(async () => {
  under.clock.advance(61_000);
  await control(under.jasper, 'DELETE', '/faults');
});

test('an account is applied for, verified by the code its holder got, and says what Lianlian says', async () => {
  const { id } = await admin.ask(addSubAccount, { body: { ...holder, customerId: '10' } });
  expect(await listed()).toMatchObject([
    {
      id,
      customerName: expect.stringContaining('甲代理'),
      state: 'waitsForCode',
      said: '8888',
      holder: '张三',
      boundPhone: '138****8000',
      bankCard: '622588******5678',
      splitRule: 'none',
      balance: null,
      received: '0',
    },
  ]);
  const named = { channelId, id };
  const first = (await simulated('10')).code;
  // A new code; the one before counts no more.
  await admin.ask(resendSubAccountCode, { body: named });
  const { code } = await simulated('10');
  const wrong = first === code ? '0000' : first;
  const refused = await admin.call(confirmSubAccount, { body: { ...named, code: wrong } });
  expect([refused.code, (refused.data as { errors?: { field: string }[] } | null)?.errors?.[0]?.field]).toEqual([
    '4002152',
    'code',
  ]);
  expect((await rowOf(id)).state).toBe('waitsForCode');
  expect(await admin.ask(confirmSubAccount, { body: { ...named, code } })).toEqual({ state: 'open' });
  expect((await admin.call(confirmSubAccount, { body: { ...named, code } })).code).toBe('4092152');
  expect(await admin.ask(querySubAccount, { body: named })).toEqual({ state: 'open' });
  expect(await listed()).toMatchObject([{ state: 'open', said: 'NORMAL', balance: '0', failure: null }]);
});

test('nothing of its secrets is kept readable, answered or logged', async () => {
  const row = await rowOf((await rows())[0]?.id ?? '');
  const secrets = ['11010519491231002X', '13800138000', '6225880012345678'];
  for (const secret of secrets) expect(JSON.stringify(row)).not.toContain(secret);
  const log = await under.db
    .selectFrom('audit.operation_log' as never)
    .selectAll()
    .execute();
  const keys = await under.db.selectFrom('runtime.idempotency').selectAll().execute();
  for (const secret of [...secrets, '6225 8800 1234 5678'])
    expect(JSON.stringify([log, keys, await listed()])).not.toContain(secret);
});

test.each([
  ['idNumber', { idNumber: '110105194912310021' }, invalid.code],
  ['idNumber', { kind: 'company' as const, idNumber: '91350100M000100Y42' }, invalid.code],
  ['customerId', { customerId: '1' }, '4002150'],
  ['customerId', { customerId: '999999' }, '4002150'],
  ['customerId', { customerId: '10' }, '4092151'],
])('refuses %s at its field, and nothing is asked of Lianlian or kept', async (field, given, code) => {
  const before = await rows();
  const answer = await admin.call(addSubAccount, { body: { ...holder, customerId: '11', ...given } });
  expect([answer.code, (answer.data as unknown as { errors: { field: string }[] }).errors[0]?.field]).toEqual([
    code,
    field,
  ]);
  expect(await rows()).toEqual(before);
});

test.each([
  ['phone', '12345'],
  ['bankCard', '12 34'],
  ['holder', ''],
])('refuses a malformed %s', async (field, value) => {
  const answer = await admin.call(addSubAccount, { body: { ...holder, customerId: '11', [field]: value } as never });
  expect([answer.status, (answer.data as unknown as { errors: { field: string }[] }).errors[0]?.field]).toEqual([
    422,
    field,
  ]);
});

test('what Lianlian refuses or does not answer is not kept, and asked again acts on the same user', async () => {
  await control(under.jasper, 'POST', '/faults', {
    kind: 'refuse',
    operation: 'openAccount',
    status: '1009',
    count: 1,
  });
  const refused = await admin.call(addSubAccount, { body: { ...holder, customerId: '11' } });
  expect([refused.code, (await rows()).length]).toEqual(['4092150', 1]);
  await control(under.jasper, 'POST', '/faults', { kind: 'lostConfirmation', operation: 'openAccount', count: 9 });
  expect((await admin.call(addSubAccount, { body: { ...holder, customerId: '11' } })).code).toBe('4092150');
  await control(under.jasper, 'DELETE', '/faults');
  await openFor('11', false);
  const { accounts } = (await control(under.jasper, 'GET', '/lianlian/accounts')) as { accounts: object[] };
  expect(accounts).toHaveLength(2);
});

test('a code whose answer was lost has opened it: Lianlian is asked', async () => {
  const { id } = await admin.ask(addSubAccount, { body: { ...holder, customerId: '12' } });
  const { code } = await simulated('12');
  await control(under.jasper, 'POST', '/faults', { kind: 'lostConfirmation', operation: 'confirmAccount', count: 1 });
  expect(await admin.ask(confirmSubAccount, { body: { channelId, id, code } })).toEqual({ state: 'open' });
});

test('payments are split for an open account only, and an older view changes nothing', async () => {
  const company = { kind: 'company' as const, holder: '甲代理有限公司', idNumber: '91350100M000100Y43' };
  const { id } = await admin.ask(addSubAccount, { body: { ...holder, ...company, customerId: '104' } });
  const named = { channelId, id };
  const { code } = await simulated('104');
  expect(await admin.ask(confirmSubAccount, { body: { ...named, code } })).toEqual({ state: 'reviewing' });
  const split = async (version: number) =>
    (await admin.call(setSplitRule, { body: { ...named, version, splitRule: 'margin' } })).code;
  const { version } = await rowOf(id);
  expect(await split(version)).toBe('4092153');
  // What was reviewed meanwhile is found by itself.
  await act('104', 'open');
  under.clock.advance(3_600_000);
  await followAccounts(under.ctx);
  expect((await rowOf(id)).state).toBe('open');
  expect(await split(version - 1)).toBe('4090002');
  expect(await split((await rowOf(id)).version)).toBe('200');
  expect((await rowOf(id)).split_rule).toBe('margin');
});

test('an account is closed when Lianlian says so; its customer may have another', async () => {
  const [row] = await listed();
  const named = { channelId, id: row?.id ?? '' };
  await act('104', 'pause');
  expect(await admin.ask(closeSubAccount, { body: { ...named, reason: '客户已退出' } })).toEqual({ state: 'closed' });
  expect(await rowOf(named.id)).toMatchObject({ state: 'closed', said: 'CANCEL', split_rule: 'none' });
  await openFor('104');
  expect((await listed()).filter(({ customerId }) => customerId === '104')).toHaveLength(2);
});

test('an account of another channel, and a channel of another provider or customer, are not found', async () => {
  const [row] = await listed();
  const id = row?.id ?? '';
  const second = await channelAt(admin, 'second');
  const wechat = await under.db
    .selectFrom('payment_providers.merchant')
    .select('id')
    .where('provider', '=', 11)
    .executeTakeFirst();
  for (const call of [querySubAccount, resendSubAccountCode] as const) {
    expect((await admin.call(call, { body: { channelId: second, id } })).code).toBe('4042151');
    expect((await admin.call(call, { body: { channelId, id: '1' } })).code).toBe('4042151');
    expect((await agent.call(call, { body: { channelId, id } })).code).toBe('4042150');
  }
  const more = { reason: '客户已退出', version: 1, splitRule: 'none' as const, code: '123456' };
  expect((await admin.call(confirmSubAccount, { body: { channelId: second, id, code: more.code } })).code).toBe(
    '4042151',
  );
  expect((await admin.call(closeSubAccount, { body: { channelId: second, id, reason: more.reason } })).code).toBe(
    '4042151',
  );
  const rule = { channelId: second, id, version: more.version, splitRule: more.splitRule };
  expect((await admin.call(setSplitRule, { body: rule })).code).toBe('4042151');
  for (const channel of [wechat?.id ?? '1', '1'])
    expect((await admin.call(listSubAccounts, { query: { channelId: channel } as never })).code).toBe('4042150');
  expect((await agent.call(readSubAccountChannel, { query: { channelId } })).code).toBe('4042150');
  expect(await listed(admin, second)).toEqual([]);
});

test('an agent’s own channel has no accounts: only the platform’s split', async () => {
  expect(await agent.ask(readSubAccountChannel, { query: { channelId: agents } })).toMatchObject({
    isPlatforms: false,
  });
  const answer = await agent.call(addSubAccount, { body: { ...holder, channelId: agents, customerId: '11' } });
  expect(answer.code).toBe('4032150');
  // The platform sees the agent's channel, and does not work with it.
  expect((await admin.call(addSubAccount, { body: { ...holder, channelId: agents, customerId: '11' } })).code).toBe(
    '4032150',
  );
  expect(await admin.ask(readSubAccountChannel, { query: { channelId } })).toMatchObject({
    isPlatforms: true,
    isRouted: true,
  });
});

test('a channel with accounts is not deleted, and whoever may not add does not', async () => {
  const { id } = await openMerchant(under.jasper, 'lianlian').then(() => ({ id: channelId }));
  expect((await admin.call(otherMerchants.delete, { body: { id } })).code).toBe('4091552');
  expect((await operator.call(addSubAccount, { body: { ...holder, customerId: '20' } })).code).toBe('4030001');
});
