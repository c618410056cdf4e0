import { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import {
  readCustomerAccounts,
  readOwnMoney,
  readStatement,
  setCredit,
} from '@cardinal/contract/api/customerAccounts/terms.ts';
import { moveCustomer, previewMove } from '@cardinal/contract/api/customers/customerMove.ts';
import { listCustomers, readCustomer } from '@cardinal/contract/api/customers/customers.ts';
import { addCustomer } from '@cardinal/contract/api/identity/addCustomer.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { money } from '@cardinal/primitives/money.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, test } from 'vitest';
import { ofCustomer, openAccount, post, requirePosted } from '../../ledger/face.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, agent, rival] = await Promise.all([it.as('admin'), it.as('agent'), it.as('rival')]);

let made = 0;
const body = (differing: { parentId?: string; currency?: Currency; credit?: string }) => {
  made += 1;
  return {
    parentId: '10',
    kind: 'ENTERPRISE' as const,
    name: `资金客户${made}`,
    code: `MONEY-${made}`,
    editions: ['enterprise' as const],
    businessMode: 1 as const,
    settlementMode: 'prepaid' as const,
    firstAccount: { account: `money.customer${made}`, name: '测试管理员' },
    ...differing,
  };
};
const open = async (differing: Parameters<typeof body>[0], caller = admin) =>
  (await caller.ask(addCustomer, { body: body(differing) })).id;
/** Gives a customer money, as a recharge at the platform does. */
const give = (customerId: string, minor: bigint, currency = 'CNY') =>
  it.app.asSystem('test', async (ctx) => {
    const clearing = await openAccount(ctx, {
      owner: 'platform',
      ownerId: '1',
      customerId: '1',
      currency,
      kind: 'clearing',
    });
    made += 1;
    requirePosted(
      await post(ctx, { key: `terms:${made}`, kind: 'recharge' }, [
        { account: clearing, amount: money(-minor, currency) },
        {
          account: await openAccount(ctx, ofCustomer(customerId, currency, 'balance')),
          amount: money(minor, currency),
        },
      ]),
    );
  });
const credit = (customerId: string, amount: string, caller = agent) =>
  caller.call(setCredit, { body: { customerId, credit: amount } });
const rowOf = async (id: string, caller = agent) => (await caller.ask(listCustomers, { query: { id: [id] } })).list[0];

describe('credit', () => {
  test('is granted by the parent out of what it can spend, shown where money is shown, and logged', async () => {
    await give('10', 100_000n);
    const id = await open({});
    expect(await credit(id, '500.00')).toMatchObject({
      code: '200',
      data: { creditLimit: '50000', spendable: '50000' },
    });
    expect(await rowOf(id)).toMatchObject({ balance: '0', creditLimit: '50000', spendable: '50000', currency: 'CNY' });
    const detail = await agent.ask(readCustomerAccounts, { query: { customerId: id } });
    expect(detail).toMatchObject({ creditUsed: '0', offersCredit: true, money: { creditLimit: '50000' } });
    const { list } = await agent.ask(listOperations, { query: { objectId: [id] } });
    expect(list[0]).toMatchObject({ after: { creditLimit: '50000', currency: 'CNY' }, before: { creditLimit: '0' } });
    // More than the parent has is refused with the figure, at the field.
    expect(await credit(id, '1000.01')).toMatchObject({
      code: '4091605',
      message: expect.stringContaining('1000.00 CNY'),
      data: { errors: [{ field: 'credit' }] },
    });
  });

  test('in use is not withdrawn: refused with the amount', async () => {
    const id = await open({ credit: '300' }, agent);
    await it.app.asSystem('test', async (ctx) => {
      const own = await openAccount(ctx, ofCustomer(id, 'CNY', 'balance'));
      const up = await openAccount(ctx, ofCustomer('10', 'CNY', 'balance'));
      const legs = [
        { account: own, amount: money(-20_000n) },
        { account: up, amount: money(20_000n) },
      ];
      requirePosted(await post(ctx, { key: `use:${id}`, kind: 'transfer' }, legs));
    });
    expect(await rowOf(id)).toMatchObject({ balance: '-20000', creditLimit: '30000', spendable: '10000' });
    expect(await credit(id, '199.99')).toMatchObject({
      code: '4091604',
      message: '信用额度低于已用额度 200.00 CNY',
    });
    expect((await credit(id, '200.00')).code).toBe('200');
  });

  test('is refused to the customer itself, for a foreign one and for none alike', async () => {
    expect((await credit('10', '1')).code).toBe('4030201');
    const none = await credit('987654321', '1');
    expect(none.status).toBe(404);
    expect(await credit('20', '1')).toMatchObject({ status: 404, code: none.code, message: none.message });
    expect(await credit('1', '1', admin)).toMatchObject({ status: 404 });
    expect((await rival.call(readCustomerAccounts, { query: { customerId: '11' } })).status).toBe(404);
  });

  test.each(['100.005', '100000000.01', '-1', '1e3', '', '٣', '1,000.00'])(
    '%j is refused at its field',
    async (amount) => {
      const answer = await credit('11', amount);
      expect(answer.status).toBe(422);
      expect(answer.data).toMatchObject({ errors: [{ field: 'credit' }] });
    },
  );

  test('is in the customer’s currency: no half yen, and no other currency', async () => {
    const tokyo = await open({ parentId: '1', currency: 'JPY' });
    expect(await credit(tokyo, '100.5', admin)).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'credit', message: '金额最多 0 位小数' }] },
    });
    expect((await credit(tokyo, '100', admin)).data).toMatchObject({ creditLimit: '100' });
    const foreign = { customerId: tokyo, credit: '1', currency: 'USD' };
    expect((await admin.call(setCredit, { body: foreign as never })).status).toBe(422);
  });

  test('is given with the first account by who may set it, and keeps the customer where it is', async () => {
    const top = await open({ parentId: '1', credit: '80.00' });
    const { version } = await admin.ask(readCustomer, { query: { id: top } });
    const query = { id: top, parentId: '20' };
    expect((await admin.ask(previewMove, { query })).findings).toContainEqual(
      expect.objectContaining({ effect: 'blocks', count: 1 }),
    );
    expect((await admin.call(moveCustomer, { body: { ...query, version } })).code).toBe('4090202');
    expect((await credit(top, '0', admin)).code).toBe('200');
    expect((await admin.call(moveCustomer, { body: { ...query, version } })).code).toBe('200');
  });
});

describe('the money of customers', () => {
  test('is summed over the whole filter, in each currency, never over several', async () => {
    const abroad = await open({ parentId: '1', currency: 'USD' });
    await give(abroad, 1_234n, 'USD');
    const { summary, list } = await admin.ask(listCustomers, { query: { pageSize: 200 } });
    for (const sum of summary.money) {
      const of = list.filter(({ currency, kind }) => currency === sum.currency && kind !== 'PLATFORM');
      expect(sum.customers).toBe(of.length);
      expect(BigInt(sum.balance)).toBe(of.reduce((total, row) => total + BigInt(row.balance ?? 0), 0n));
      expect(BigInt(sum.creditLimit)).toBe(of.reduce((total, row) => total + BigInt(row.creditLimit ?? 0), 0n));
    }
    expect(summary.money.map(({ currency }) => currency)).toEqual(expect.arrayContaining(['CNY', 'USD']));
    expect((await agent.ask(listCustomers, {})).summary.money.map(({ currency }) => currency)).toEqual(['CNY']);
    expect(list.find(({ kind }) => kind === 'PLATFORM')).toMatchObject({ balance: null, spendable: null });
  });

  test('is found by a balance below an amount of each one’s own currency', async () => {
    const abroad = await open({ parentId: '1', currency: 'JPY' });
    await give(abroad, 150n, 'JPY');
    const below = async (balanceBelow: string) =>
      (await admin.ask(listCustomers, { query: { balanceBelow, id: [abroad] } })).total;
    expect([await below('150'), await below('150.01')]).toEqual([0, 1]);
    expect((await admin.call(listCustomers, { query: { balanceBelow: 'much' } })).status).toBe(422);
  });

  test('is hidden from who may not see amounts, in rows, sums and filters', async () => {
    const kefu = await it.as('kefu');
    const { list, summary } = await kefu.ask(listCustomers, {});
    expect(summary.money).toEqual([]);
    for (const row of list)
      for (const name of ['balance', 'creditLimit', 'spendable', 'profit']) expect(row).not.toHaveProperty(name);
    expect((await kefu.call(listCustomers, { query: { balanceBelow: '1' } })).status).toBe(422);
    expect((await kefu.call(readCustomerAccounts, { query: { customerId: '11' } })).status).toBe(403);
    expect((await credit('11', '1', kefu)).status).toBe(403);
  });

  test('of one’s own is read by the customer, and its days by account', async () => {
    const own = await agent.ask(readOwnMoney, {});
    expect(own).toMatchObject({ currency: 'CNY', balance: (await rowOf('10'))?.balance });
    expect(await admin.ask(readOwnMoney, {})).toBeNull();
    const { accounts } = await agent.ask(readCustomerAccounts, { query: { customerId: '10' } });
    const accountId = accounts.find(({ kind }) => kind === 'balance')?.id ?? '';
    const query = { accountId, from: '2020-01-01', to: '2030-01-01' };
    expect(await agent.ask(readStatement, { query })).toMatchObject({ currency: 'CNY', opening: '0', days: [] });
    expect((await rival.call(readStatement, { query })).status).toBe(404);
  });
});
