import { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import {
  checkRecharge,
  enterBankTransfer,
  listRecharges,
  previewRecharge,
  readRecharge,
} from '@cardinal/contract/api/customerAccounts/recharges.ts';
import {
  addCollectingAccount,
  editCollectingAccount,
  enableCollectingAccount,
  raiseCollectingAccount,
  switchRoute,
  viewAccountNumber,
} from '@cardinal/contract/api/payments/collectingAccounts.ts';
import {
  listPaymentRoutes,
  readPaymentRoute,
  readTransferTo,
  tryPaymentRoute,
} from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeEach, describe, expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, finance, agent, subagent, enterprise, rival, kefu] = (await Promise.all(
  ['admin', 'finance', 'agent', 'subagent', 'enterprise', 'rival', 'kefu'].map((name) => it.as(name)),
)) as [Caller, Caller, Caller, Caller, Caller, Caller, Caller];

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const scene = 'balanceRecharge' as const;
let numbers = 0;
const given = (differing: Record<string, unknown> = {}) => {
  numbers += 1;
  return {
    scene,
    currency: 'CNY' as const,
    holder: '卡枢（演示）有限公司',
    bank: '招商银行',
    accountNumber: `62220000${String(numbers).padStart(6, '0')}`,
    ...differing,
  };
};
const add = async (caller = admin, differing: Record<string, unknown> = {}) =>
  (await caller.ask(addCollectingAccount, { body: given(differing) as never })).id;
const routeOf = (customerId: string, caller = admin) =>
  caller.ask(readPaymentRoute, { query: { customerId, scene, currency: 'CNY' } });
const orderOf = async (customerId = '1') => (await routeOf(customerId)).accounts.map(({ id }) => id);
const everything = async () =>
  JSON.stringify([
    await it.db.selectFrom('payments.collecting_account').selectAll().orderBy('id').execute(),
    await it.db.selectFrom('payments.route_change').selectAll().orderBy('id').execute(),
  ]);
const switchTo = (id: string, insteadOf: string, caller = admin) =>
  caller.call(switchRoute, { body: { id, insteadOf, reason: '主账户年检' } });
const disable = (id: string, caller = admin) =>
  caller.call(enableCollectingAccount, { body: { id, isEnabled: false, reason: '账户年检' } });

beforeEach(async () => {
  await it.db.updateTable('customer_accounts.recharge').set({ collecting_account_id: null }).execute();
  await it.db.deleteFrom('payments.route_change').execute();
  await it.db.deleteFrom('payments.collecting_account').execute();
});

describe('a collecting account', () => {
  test('is added by its owner, shown without its number, and used at once where no other is', async () => {
    const id = await add(admin, {
      accountNumber: '6222 0000-0000 9876',
      branch: '杭州分行',
      remarkPrefix: 'CZ-',
      least: '100.00',
      most: '5000.00',
      dayMost: '20000.00',
      note: '工作日到账',
    });
    const route = await routeOf('1');
    expect(route).toMatchObject({ coverage: 'own', account: '招商银行 **** 9876' });
    expect(route.accounts).toEqual([
      expect.objectContaining({
        id,
        isInUse: true,
        isEnabled: true,
        maskedNumber: '**** 9876',
        branch: '杭州分行',
        remarkPrefix: 'CZ-',
        least: '10000',
        most: '500000',
        dayMost: '2000000',
        collectedToday: '0',
        version: 1,
      }),
    ]);
    expect(route.log).toEqual([
      expect.objectContaining({ kind: 'added', from: null, to: '招商银行 **** 9876', by: 'admin' }),
    ]);
    expect((await admin.ask(viewAccountNumber, { body: { id } })).accountNumber).toBe('6222000000009876');
    const second = await add();
    expect((await routeOf('1')).accounts.map((each) => [each.id, each.isInUse])).toEqual([
      [id, true],
      [second, false],
    ]);
  });

  test.each([
    ['holder', { holder: '' }],
    ['bank', { bank: ' 招商银行' }],
    ['accountNumber', { accountNumber: '12345' }],
    ['accountNumber', { accountNumber: '6222@0000' }],
    ['currency', { currency: 'XXX' }],
    ['scene', { scene: 'order' }],
    ['remarkPrefix', { remarkPrefix: 'C#' }],
    ['least', { least: '0' }],
    ['least', { least: '1.234' }],
    ['most', { least: '100.00', most: '99.99' }],
    ['dayMost', { least: '100.00', dayMost: '99.99' }],
    ['note', { note: 'x' }],
  ])('is refused at %s, and nothing changes: %o', async (field, differing) => {
    await add();
    const before = await everything();
    const { code, data } = await admin.call(addCollectingAccount, { raw: { body: given(differing) } });
    expect(code).toMatch(/^400/);
    expect((data as unknown as { errors?: { field: string }[] } | null)?.errors?.map((each) => each.field)).toEqual([
      field,
    ]);
    expect(await everything()).toBe(before);
  });

  test('has a number once a route, and the currency of those who pay', async () => {
    await add(admin, { accountNumber: '6222 0000 1111' });
    const again = await admin.call(addCollectingAccount, { body: given({ accountNumber: '622200001111' }) as never });
    expect(again.code).toBe('4091751');
    const dollars = { currency: 'USD', accountNumber: '622200001111' };
    expect((await admin.call(addCollectingAccount, { body: given(dollars) as never })).code).toBe('200');
    expect((await agent.call(addCollectingAccount, { body: given(dollars) as never })).code).toBe('4001753');
    const { currency: _, ...unsaid } = given();
    await agent.ask(addCollectingAccount, { body: unsaid });
    expect((await routeOf('10', agent)).accounts).toHaveLength(1);
  });

  test('is changed by its owner only: seen masked from above, not found beside, unknown to who lacks the permission', async () => {
    const id = await add(agent);
    const body = { id, version: 1, holder: '甲代理', bank: '建设银行' };
    expect((await admin.call(editCollectingAccount, { body })).code).toBe('4031751');
    expect((await disable(id, admin)).code).toBe('4031751');
    expect((await admin.call(viewAccountNumber, { body: { id } })).code).toBe('4031751');
    for (const foreign of [rival, subagent]) {
      expect((await foreign.call(editCollectingAccount, { body })).code).toBe('4041751');
      expect((await foreign.call(viewAccountNumber, { body: { id } })).code).toBe('4041751');
      expect((await foreign.call(readPaymentRoute, { query: { customerId: '10', scene, currency: 'CNY' } })).code).toBe(
        '4040001',
      );
    }
    for (const without of [kefu, enterprise]) {
      expect((await without.call(viewAccountNumber, { body: { id } })).code).toBe('4030001');
      expect((await without.call(listPaymentRoutes, { query: {} })).code).toBe('4030001');
    }
    expect((await routeOf('10')).offered).toEqual({ edit: false, enable: false, switch: false });
    expect((await routeOf('10', agent)).offered).toEqual({ edit: true, enable: true, switch: true });
  });

  test('two editors: the second is refused and overwrites nothing', async () => {
    const id = await add();
    const edits = ['张三', '李四'].map((holder) =>
      admin.call(editCollectingAccount, { body: { id, version: 1, holder, bank: '工商银行' } }),
    );
    expect((await Promise.all(edits)).map(({ code }) => code).sort()).toEqual(['200', '4090002']);
    expect((await routeOf('1')).accounts[0]).toMatchObject({ version: 2, bank: '工商银行' });
  });

  test('its number is sealed, and in no answer, log or idempotency row but where it is asked for', async () => {
    const number = '6217998800001234567';
    const id = await add(admin, { accountNumber: number });
    await admin.ask(viewAccountNumber, { body: { id } });
    const { account_number } = await it.db
      .selectFrom('payments.collecting_account')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(account_number).not.toContain(number);
    const logged = await it.db.selectFrom('audit.operation_log').selectAll().execute();
    const keys = await it.db.selectFrom('runtime.idempotency').selectAll().execute();
    const seen = [
      await routeOf('1'),
      await admin.ask(listPaymentRoutes, { query: { pageSize: 200 } }),
      await admin.ask(tryPaymentRoute, { query: { customerId: '20', scene } }),
      await admin.ask(previewRecharge, { query: { customerId: '20' } }),
      await admin.ask(listOperations, { query: { pageSize: 200 } as never }),
    ];
    expect(JSON.stringify([logged, keys, seen])).not.toContain(number);
    const views = logged.filter(
      ({ endpoint, object_id }) => object_id === id && endpoint === 'collectingAccounts.viewNumber',
    );
    expect(views).toHaveLength(1);
  });
});

describe('a route', () => {
  test('is switched with a reason, logged with both accounts; the one in use becomes the first backup', async () => {
    const [a, b, c] = [await add(), await add(), await add()];
    expect((await switchTo(c, a)).code).toBe('200');
    expect(await orderOf()).toEqual([c, a, b]);
    const [last] = (await routeOf('1')).log;
    expect(last).toMatchObject({ kind: 'switched', reason: '主账户年检', by: 'admin' });
    expect(last?.from).not.toBe(last?.to);
    expect((await switchTo(c, c)).code).toBe('4091754');
    expect((await switchTo(b, a)).code).toBe('4091755');
    await disable(b);
    expect((await switchTo(b, c)).code).toBe('4091753');
    const unsaid = await admin.call(switchRoute, { raw: { body: { id: a, insteadOf: c } } });
    expect(unsaid.code).toBe('4000422');
  });

  test('disabled, its backup takes over; enabled again, it is the last; backups move up one by one', async () => {
    const [a, b, c, d] = [await add(), await add(), await add(), await add()];
    expect((await admin.call(enableCollectingAccount, { raw: { body: { id: a, isEnabled: false } } })).code).toBe(
      '4000422',
    );
    expect((await disable(a)).code).toBe('200');
    expect((await disable(a)).code).toBe('4090002');
    expect((await routeOf('1')).accounts.find(({ isInUse }) => isInUse)?.id).toBe(b);
    await admin.ask(enableCollectingAccount, { body: { id: a, isEnabled: true } });
    expect(await orderOf()).toEqual([b, c, d, a]);
    const raise = (id: string, above: string) => admin.call(raiseCollectingAccount, { body: { id, above } });
    expect((await raise(d, c)).code).toBe('200');
    expect(await orderOf()).toEqual([b, d, c, a]);
    expect((await raise(d, c)).code).toBe('4090002');
    expect((await raise(d, b)).code).toBe('4091756');
    expect((await routeOf('1')).log.map(({ kind }) => kind)).toEqual([
      'raised',
      'enabled',
      'disabled',
      'added',
      'added',
      'added',
      'added',
    ]);
  });

  test('ten switches and ten new accounts at once: one switch passes, every account has a place of its own', async () => {
    const [a, b, c] = [await add(), await add(), await add()];
    const switches = Array.from({ length: 10 }, (_, at) => switchTo(at % 2 ? b : c, a));
    const adds = Array.from({ length: 10 }, () => add());
    const codes = (await Promise.all(switches)).map(({ code }) => code);
    await Promise.all(adds);
    expect(codes.filter((code) => code === '200')).toHaveLength(1);
    expect(codes.filter((code) => code !== '200').every((code) => /^409175[45]$/.test(code))).toBe(true);
    const { accounts, log } = await routeOf('1');
    expect(accounts.map(({ position }) => position)).toEqual(accounts.map((_, at) => at + 1));
    expect(accounts).toHaveLength(13);
    expect(log.filter(({ kind }) => kind === 'switched')).toHaveLength(1);
    await Promise.all(Array.from({ length: 7 }, () => add()));
    expect((await admin.call(addCollectingAccount, { body: given() as never })).code).toBe('4091752');
  });

  test('of a customer without accounts is inherited, with none above a hole, and found by it', async () => {
    const cells = async (caller = admin, query: object = {}) =>
      (await caller.ask(listPaymentRoutes, { query: { pageSize: 200, ...query } as never })).list;
    const of = async (customerId: string) => (await cells()).find((each) => each.customerId === customerId);
    expect(await of('10')).toMatchObject({ coverage: 'hole', account: null, collectorName: null });
    const platforms = await add(admin, { bank: '工商银行' });
    expect(await of('1')).toMatchObject({ coverage: 'own', backups: 0 });
    expect(await of('10')).toMatchObject({ coverage: 'inherited', collectorName: '卡枢平台' });
    // The platform is above the agent: it sees whereto its children pay, and no name.
    const [seen] = await cells(agent, { customerId: '10' });
    expect(seen).toMatchObject({ coverage: 'inherited', collectorName: null });
    expect(seen?.account).toContain('工商银行 **** ');
    expect((await cells(agent)).every(({ customerId }) => customerId !== '1' && customerId !== '20')).toBe(true);
    await add(agent);
    expect(await of('10')).toMatchObject({ coverage: 'own', collectorName: '甲代理' });
    await disable(platforms);
    const holes = await cells(admin, { coverage: 'hole' });
    expect(holes.map(({ customerId }) => customerId)).toContain('20');
    expect(holes.map(({ customerId }) => customerId)).not.toContain('10');
    const { summary, total } = await admin.ask(listPaymentRoutes, { query: { pageSize: 200, coverage: ['hole'] } });
    expect(summary.hole).toBe(total);
  });
});

describe('a payer', () => {
  test('sees whereto to transfer in full: its parent’s account, with its own remark code, and nobody else’s', async () => {
    expect(await rival.ask(readTransferTo, { query: {} })).toMatchObject({ account: null });
    await add(admin, { accountNumber: '6222000000001111', remarkPrefix: 'CZ-', least: '100.00' });
    await add(agent, { accountNumber: '6222000000002222', bank: '建设银行' });
    expect((await rival.ask(readTransferTo, { query: {} }))?.account).toMatchObject({
      accountNumber: '6222000000001111',
      remarkCode: 'CZ-AGENT-B',
      least: '10000',
    });
    const ofSubagent = await subagent.ask(readTransferTo, { query: {} });
    expect(ofSubagent?.account).toMatchObject({ accountNumber: '6222000000002222', remarkCode: 'A-EAST' });
    expect(JSON.stringify(ofSubagent)).not.toContain('6222000000001111');
    expect(await admin.ask(readTransferTo, { query: {} })).toBeNull();
    expect((await it.nobody.call(readTransferTo, { query: {} })).code).not.toBe('200');
  });

  test('of an amount sees the account that takes it, and the owner why the ones before are passed over', async () => {
    const first = await add(admin, { bank: '工商银行', least: '100.00', most: '500.00', dayMost: '600.00' });
    await add(admin, { bank: '招商银行' });
    const used = async (amount?: string) => {
      const { account, passedOver } = await admin.ask(tryPaymentRoute, {
        query: { customerId: '20', scene, ...(amount ? { amount } : {}) },
      });
      const shown = await rival.ask(readTransferTo, { query: amount ? { amount } : {} });
      expect(shown?.account?.bank).toBe(account?.split(' ')[0]);
      return [shown?.account?.bank, ...passedOver.map(({ why }) => why)];
    };
    expect(await used()).toEqual(['工商银行']);
    expect(await used('99.99')).toEqual(['招商银行', 'belowLeast']);
    expect(await used('500.00')).toEqual(['工商银行']);
    expect(await used('500.01')).toEqual(['招商银行', 'aboveMost']);
    await enter({ amount: '300.00', collectingAccountId: first }, '20');
    expect(await used('300.00')).toEqual(['工商银行']);
    expect(await used('300.01')).toEqual(['招商银行', 'dayFull']);
    // Of yesterday.
    const yesterday = new Date(it.clock.now().getTime() - 86_400_000);
    await it.db.updateTable('customer_accounts.recharge').set({ created_at: yesterday }).execute();
    expect(await used('300.01')).toEqual(['工商银行']);
    const half = await admin.call(tryPaymentRoute, { query: { customerId: '20', scene, amount: '1.234' } });
    expect(half.code).toBe('4000422');
  });
});

let vouchers = 0;
const entered = (differing: Record<string, unknown>, customerId: string, caller: Caller) => {
  vouchers += 1;
  return caller.call(enterBankTransfer, {
    body: {
      customerId,
      currency: 'CNY',
      amount: '500.00',
      bank: '农业银行',
      voucherNo: `P${vouchers}`,
      ...differing,
    },
    file: { name: 'voucher.png', content: PNG },
  });
};
const enter = async (differing: Record<string, unknown>, customerId: string, caller = finance) =>
  (await entered(differing, customerId, caller)).data;

describe('a recharge', () => {
  test('says into which account it came: in the list, to the checker, and to the payer', async () => {
    const account = await add(admin, { accountNumber: '6222000000003333' });
    const offered = await finance.ask(previewRecharge, { query: { customerId: '20' } });
    expect(offered.collectingAccounts).toEqual([{ id: account, label: '招商银行 **** 3333', isInUse: true }]);
    const { id } = await enter({ collectingAccountId: account }, '20');
    for (const caller of [admin, rival])
      expect(await caller.ask(readRecharge, { query: { id } })).toMatchObject({
        collectingAccount: '招商银行 **** 3333',
      });
    expect((await admin.call(checkRecharge, { body: { id, verdict: 'pass' } })).code).toBe('200');
    const { list } = await rival.ask(listRecharges, { query: { pageSize: 20 } });
    expect(list.find((each) => each.id === id)?.collectingAccount).toBe('招商银行 **** 3333');
    const { id: unsaid } = await enter({}, '20');
    expect(await admin.ask(readRecharge, { query: { id: unsaid } })).toMatchObject({ collectingAccount: null });
  });

  test('came into an account its payer pays into: no foreign one, and none of a level that does not collect', async () => {
    const platforms = await add(admin);
    const agents = await add(agent);
    const rivals = await add(rival);
    const refused = async (collectingAccountId: string, customerId: string, caller: Caller) => {
      const { code, data } = await entered({ collectingAccountId }, customerId, caller);
      return [code, (data as unknown as { errors?: { field: string }[] } | null)?.errors?.[0]?.field];
    };
    expect(await refused(rivals, '10', finance)).toEqual(['4001754', 'collectingAccountId']);
    expect(await refused('999999999999999', '10', finance)).toEqual(['4001754', 'collectingAccountId']);
    expect(await refused(platforms, '12', agent)).toEqual(['4001754', 'collectingAccountId']);
    // A transfer may come in late: the parent's own account counts even when it is disabled.
    await disable(agents, agent);
    expect((await entered({ collectingAccountId: agents }, '12', agent)).code).toBe('200');
    expect((await entered({ collectingAccountId: platforms }, '12', agent)).code).toBe('200');
  });
});
