import {
  checkRecharge,
  enterBankTransfer,
  enterDeduction,
  listRecharges,
  previewRecharge,
  readRecharge,
  readVoucher,
  spendProfit,
  transferBalance,
  voidRecharge,
} from '@cardinal/contract/api/customerAccounts/recharges.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { BusinessMode } from '@cardinal/contract/enumerations/settlement.ts';
import { idempotencyKeyReused } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, test } from 'vitest';
import { openCustomer } from '../../customers/face.ts';
import { fundsOf, ofCustomer, openAccount, post, requirePosted, verifyLedger } from '../../ledger/face.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, finance, agent, caiwu, rival] = (await Promise.all(
  ['admin', 'finance', 'agent', 'caiwu', 'rival'].map((name) => it.as(name)),
)) as [Caller, Caller, Caller, Caller, Caller];
const ctx = it.app.systemContext('test');

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
const FILE = { name: 'voucher.png', content: PNG };

let vouchers = 0;
const transfer = (differing: Record<string, unknown> = {}) => {
  vouchers += 1;
  return {
    customerId: '10',
    currency: 'CNY' as const,
    amount: '500.00',
    bank: '招商银行',
    voucherNo: `V${vouchers}`,
    ...differing,
  };
};
const enter = (differing: Record<string, unknown> = {}, caller = finance, file = FILE) =>
  caller.ask(enterBankTransfer, { body: transfer(differing), file });
const pass = (id: string, caller = admin, repeatReason?: string) =>
  caller.call(checkRecharge, { body: { id, verdict: 'pass', ...(repeatReason ? { repeatReason } : {}) } });
const balanceOf = async (customerId: string, currency: Currency = 'CNY') =>
  (await fundsOf(ctx, ofCustomer(customerId, currency, 'balance'))).balance;
const stateOf = async (id: string) => (await admin.ask(readRecharge, { query: { id } })).state;

/** What must not change where something is refused. */
const everything = async () => {
  const count = async (table: 'customer_accounts.recharge' | 'ledger.transaction' | 'runtime.stored_file') =>
    Number(
      (
        await it.db
          .selectFrom(table)
          .select((on) => on.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  return [
    await count('customer_accounts.recharge'),
    await count('ledger.transaction'),
    await count('runtime.stored_file'),
    await balanceOf('10'),
  ];
};

let opened = 0;
const openChild = (currency: Currency) =>
  it.app.asSystem('test', (inside) => {
    opened += 1;
    return openCustomer(inside, {
      parentId: '1',
      kind: 'ENTERPRISE',
      name: `外币客户${opened}`,
      code: `ABROAD-${opened}`,
      editions: ['enterprise'],
      businessMode: BusinessMode.values.backToBack,
      settlementMode: 'prepaid',
      currency,
    });
  });

describe('a bank transfer', () => {
  test('is entered by one, passed by another, and then on the balance, with its voucher and its figures', async () => {
    const before = await balanceOf('10');
    const { id, rechargeNo, state } = await enter({ bonus: '20.00', remark: '十月货款' });
    expect(state).toBe('pending');
    expect(await balanceOf('10')).toBe(before);
    expect((await pass(id)).data).toEqual({ id, rechargeNo, state: 'passed' });
    expect(await balanceOf('10')).toBe(before + 52_000n);
    const read = await admin.ask(readRecharge, { query: { id } });
    expect(read).toMatchObject({
      amount: '50000',
      bonus: '2000',
      balanceBefore: String(before),
      balanceAfter: String(before + 52_000n),
      enteredBy: 'finance',
      checkedBy: 'admin',
      voucherType: 'image/png',
      payments: [],
    });
    expect(read.transactionId).not.toBeNull();
    const voucher = await agent.call(readVoucher, { query: { id } });
    expect(Buffer.from(voucher.data as unknown as Buffer).equals(PNG)).toBe(true);
    const { list, summary } = await admin.ask(listRecharges, { query: { rechargeNo: [rechargeNo] } });
    expect(list[0]).toMatchObject({ rechargeNo, state: 'passed', customerId: '10' });
    expect(summary).toEqual({ pending: 0, posted: [{ currency: 'CNY', today: '52000', month: '52000' }] });
    expect(await verifyLedger(ctx)).toEqual([]);
  });

  test('is seen by the customer without the parent’s staff, and by nobody beside', async () => {
    const { id } = await enter();
    const seen = await agent.ask(readRecharge, { query: { id } });
    expect(seen).toMatchObject({ enteredBy: null, checkedBy: null, offered: { check: false, void: false } });
    expect((await agent.ask(listRecharges, { query: { enteredByContains: 'finance' } })).list).toEqual([]);
    for (const call of [
      () => rival.call(readRecharge, { query: { id } }),
      () => rival.call(readVoucher, { query: { id } }),
      () => rival.call(voidRecharge, { body: { id, reason: '不是我的' } }),
      () => pass(id, rival),
      () => rival.call(previewRecharge, { query: { customerId: '10' } }),
      () => rival.call(transferBalance, { body: { customerId: '11', currency: 'CNY', amount: '1' } }),
      () =>
        rival.call(enterDeduction, { body: { customerId: '11', currency: 'CNY', amount: '1', reason: '不是我的' } }),
      () => rival.call(enterBankTransfer, { body: transfer(), file: FILE }),
    ])
      expect((await call()).status).toBe(404);
    expect(await stateOf(id)).toBe('pending');
  });

  test('is not checked by its maker, nor by the customer, and decided once', async () => {
    const { id } = await enter({}, admin);
    expect((await pass(id, admin)).code).toBe('4031670');
    expect((await pass(id, agent)).code).toBe('4031671');
    expect((await finance.call(checkRecharge, { body: { id, verdict: 'reject', reason: '金额不符' } })).code).toBe(
      '200',
    );
    expect((await pass(id, finance)).code).toBe('4091670');
    expect(await admin.ask(readRecharge, { query: { id } })).toMatchObject({
      state: 'rejected',
      decision: '金额不符',
      balanceAfter: null,
      transactionId: null,
    });
  });

  test('is voided while nobody has reviewed it', async () => {
    const { id } = await enter();
    expect((await finance.call(voidRecharge, { body: { id, reason: '录入有误' } })).code).toBe('200');
    expect((await pass(id)).code).toBe('4091670');
    expect((await finance.call(voidRecharge, { body: { id, reason: '录入有误' } })).code).toBe('4091670');
  });

  test('with the voucher of another is shown to be, and passed again only with a reason', async () => {
    const first = await enter({ voucherNo: 'TWICE-1' });
    const warned = await finance.ask(previewRecharge, {
      query: { customerId: '10', bank: '招商银行', voucherNo: 'twice-1' },
    });
    expect(warned.sameVoucher.map(({ id }) => id)).toEqual([first.id]);
    const second = await enter({ voucherNo: 'twice-1' });
    const elsewhere = await enter({ voucherNo: 'TWICE-1', bank: '工商银行' });
    for (const { id } of [first, elsewhere]) expect((await pass(id)).code).toBe('200');
    const before = await balanceOf('10');
    expect((await pass(second.id)).code).toBe('4091671');
    expect(await balanceOf('10')).toBe(before);
    expect((await pass(second.id, admin, '同一回单分两笔入账')).code).toBe('200');
    expect((await admin.ask(readRecharge, { query: { id: second.id } })).repeatReason).toBe('同一回单分两笔入账');
    expect(await balanceOf('10')).toBe(before + 50_000n);
  });

  test('of an agent’s child is paid from the agent’s balance, refused while that is short', async () => {
    const { id } = await enter({ customerId: '11', amount: '999999.00' }, caiwu);
    const [parent, child] = [await balanceOf('10'), await balanceOf('11')];
    expect((await pass(id, agent)).code).toBe('4091601');
    expect(await stateOf(id)).toBe('pending');
    const less = await enter({ customerId: '11', amount: '100.00' }, caiwu);
    expect((await pass(less.id, agent)).code).toBe('200');
    expect([await balanceOf('10'), await balanceOf('11')]).toEqual([parent - 10_000n, child + 10_000n]);
  });
});

describe('bad input changes nothing and is named at its field', () => {
  const cases: readonly [string, Record<string, unknown>, typeof FILE?][] = [
    ['amount', { amount: '1.005' }],
    ['amount', { amount: '100000000.01' }],
    ['amount', { amount: '-5' }],
    ['amount', { amount: '0' }],
    ['amount', { amount: '1e8' }],
    ['bonus', { bonus: '-1' }],
    ['currency', { currency: 'USD' }],
    ['customerId', { customerId: '11' }],
    ['file', {}, { name: 'voucher.svg', content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }],
    ['file', {}, { name: 'voucher.png', content: Buffer.from('<script>alert(1)</script>') }],
    ['file', {}, { name: 'voucher.jpg', content: PNG }],
    ['file', {}, { name: 'voucher.exe', content: PDF }],
    ['file', {}, { name: 'voucher.png', content: Buffer.concat([PNG, Buffer.alloc(10 * 1_024 * 1_024)]) }],
  ];
  test.each(cases)('%s %o', async (field, differing, file = FILE) => {
    const before = await everything();
    const said = [];
    for (const language of ['zh_CN', 'en'] as const) {
      const refused = await finance.call(enterBankTransfer, { body: transfer(differing), file, language });
      expect(refused.code).not.toBe('200');
      const { errors } = refused.data as unknown as { errors: { field: string; message: string }[] };
      expect(errors.map((each) => each.field)).toEqual([field]);
      said.push(errors[0]?.message);
    }
    expect(said[0]).not.toBe(said[1]);
    expect(await everything()).toEqual(before);
  });

  test('a yen has no cents', async () => {
    const { id } = await openChild('JPY');
    const yen = { customerId: id, currency: 'JPY' };
    const refused = await finance.call(enterBankTransfer, { body: transfer({ ...yen, amount: '100.5' }), file: FILE });
    expect(refused.data).toMatchObject({ errors: [{ field: 'amount' }] });
    const entered = await enter({ ...yen, amount: '100' });
    expect((await pass(entered.id)).code).toBe('200');
    expect(await balanceOf(id, 'JPY')).toBe(100n);
    expect(await verifyLedger(ctx)).toEqual([]);
  });

  test('a key with another body', async () => {
    const body = transfer();
    const key = 'one-key-two-bodies';
    const first = await finance.ask(enterBankTransfer, { body, file: FILE, key });
    const before = await everything();
    expect(await finance.ask(enterBankTransfer, { body, file: FILE, key })).toEqual(first);
    for (const [other, file] of [
      [{ ...body, amount: '501.00' }, FILE],
      [body, { name: 'voucher.pdf', content: PDF }],
    ] as const)
      expect((await finance.call(enterBankTransfer, { body: other, file, key })).code).toBe(idempotencyKeyReused.code);
    expect(await everything()).toEqual(before);
  });
});

describe('an agent’s own balance', () => {
  test('is transferred to a child at once, to the cent, and never below what can be spent', async () => {
    await pass((await enter({ amount: '800.00' })).id);
    const [parent, child] = [await balanceOf('10'), await balanceOf('11')];
    const body = { customerId: '11', currency: 'CNY' as const, amount: '500.00' };
    expect(await agent.ask(transferBalance, { body })).toMatchObject({ state: 'passed' });
    expect([await balanceOf('10'), await balanceOf('11')]).toEqual([parent - 50_000n, child + 50_000n]);
    const before = await everything();
    const short = await agent.call(transferBalance, { body: { ...body, amount: '90000000.00' } });
    expect(short.code).toBe('4091601');
    expect(await everything()).toEqual(before);
    expect((await finance.call(transferBalance, { body: { ...body, customerId: '10' } })).code).toBe('4001673');
    expect((await finance.call(transferBalance, { body })).code).toBe('4001670');
  });

  test('shows what a recharge would meet', async () => {
    const seen = await agent.ask(previewRecharge, { query: { customerId: '11' } });
    expect(seen).toMatchObject({
      currency: 'CNY',
      balance: String(await balanceOf('11')),
      parentSpendable: String(await balanceOf('10')),
    });
    expect((await finance.ask(previewRecharge, { query: { customerId: '10' } })).parentSpendable).toBeNull();
    // Nobody above has a merchant: no online method is offered for one's own balance, and none for a child's.
    expect((await agent.ask(previewRecharge, { query: { customerId: '10' } })).onlineMethods).toEqual([]);
    expect(seen.onlineMethods).toEqual([]);
    expect((await finance.call(previewRecharge, { query: { customerId: '11' } })).code).toBe('4001670');
  });
});

describe('a deduction', () => {
  test('needs a reason and a second person, and does not pass below the floor', async () => {
    await pass((await enter({ amount: '300.00' })).id);
    const before = await balanceOf('10');
    const body = { customerId: '10', currency: 'CNY' as const, amount: '30.00', reason: '更正重复入账' };
    expect((await admin.call(enterDeduction, { body: { ...body, reason: '' } })).code).not.toBe('200');
    const { id } = await admin.ask(enterDeduction, { body });
    expect((await pass(id)).code).toBe('4031670');
    expect((await pass(id, finance)).code).toBe('200');
    expect(await balanceOf('10')).toBe(before - 3_000n);
    expect(await agent.ask(readRecharge, { query: { id } })).toMatchObject({ amount: '-3000', remark: body.reason });
    const all = await admin.call(enterDeduction, { body: { ...body, amount: '99999999.00' } });
    expect(all.code).toBe('4091601');
    // Two that fit alone but not together.
    const rest = `${(before - 3_000n) / 100n}.00`;
    const both = [
      await admin.ask(enterDeduction, { body: { ...body, amount: rest } }),
      await admin.ask(enterDeduction, { body: { ...body, amount: rest } }),
    ];
    expect((await pass(both[0]!.id, finance)).code).toBe('200');
    expect((await pass(both[1]!.id, finance)).code).toBe('4091601');
    expect(await stateOf(both[1]!.id)).toBe('pending');
  });
});

test('own profit becomes balance at once, and never more than there is', async () => {
  const profit = await openAccount(ctx, ofCustomer('10', 'CNY', 'profit'));
  const revenue = await openAccount(ctx, {
    owner: 'platform',
    ownerId: '1',
    customerId: '1',
    currency: 'CNY',
    kind: 'revenue',
  });
  requirePosted(
    await ctx.transact((inside) =>
      post(inside, { key: 'test:profit', kind: 'sale' }, [
        { account: profit, amount: money(1_000n) },
        { account: revenue, amount: money(-1_000n) },
      ]),
    ),
  );
  const before = await balanceOf('10');
  expect((await agent.call(spendProfit, { body: { currency: 'CNY', amount: '10.01' } })).code).toBe('4091674');
  const { id } = await agent.ask(spendProfit, { body: { currency: 'CNY', amount: '10.00' } });
  expect(await balanceOf('10')).toBe(before + 1_000n);
  expect((await agent.call(spendProfit, { body: { currency: 'CNY', amount: '0.01' } })).code).toBe('4091674');
  expect(await agent.ask(readRecharge, { query: { id } })).toMatchObject({ balanceAfter: String(before + 1_000n) });
  expect(await verifyLedger(ctx)).toEqual([]);
});

test('twenty transfers to a child at once, for which the parent has a fifth, twenty-five times: a fifth is posted', async () => {
  for (let round = 0; round < 25; round += 1) {
    await pass((await enter({ amount: '1.00' })).id);
    const [parent, child] = [await balanceOf('10'), await balanceOf('11')];
    const amount = parent / 5n;
    const body = { customerId: '11', currency: 'CNY' as const, amount: moneyText(money(amount)) };
    const all = await Promise.all(Array.from({ length: 20 }, () => agent.call(transferBalance, { body })));
    expect(all.filter(({ code }) => code === '200').length).toBe(5);
    expect(all.filter(({ code }) => code === '4091601').length).toBe(15);
    expect([await balanceOf('10'), await balanceOf('11')]).toEqual([parent - 5n * amount, child + 5n * amount]);
  }
  expect(await verifyLedger(ctx)).toEqual([]);
});

test('twenty reviews of one recharge at once, twenty-five times: one passes', { timeout: 600_000 }, async () => {
  for (let round = 0; round < 25; round += 1) {
    const { id } = await enter({ amount: '1.00' });
    const before = await balanceOf('10');
    const all = await Promise.all(Array.from({ length: 20 }, () => pass(id)));
    expect(all.filter(({ code }) => code === '200').length).toBe(1);
    expect(all.filter(({ code }) => code === '4091670').length).toBe(19);
    expect(await balanceOf('10')).toBe(before + 100n);
  }
  // Two of one voucher: one passes without a reason.
  for (let round = 0; round < 25; round += 1) {
    const both = [await enter({ voucherNo: `RACE-${round}` }), await enter({ voucherNo: `RACE-${round}` })];
    const codes = (await Promise.all(both.map(({ id }) => pass(id)))).map(({ code }) => code).sort();
    expect(codes).toEqual(['200', '4091671']);
  }
  expect(await verifyLedger(ctx)).toEqual([]);
});
