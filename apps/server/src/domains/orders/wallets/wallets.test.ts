import { readCardWallet, rechargeCard, reverseCardRecharge } from '@cardinal/contract/api/orders/cardWallets.ts';
import { addCards, card, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, balanceOf, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/face.ts';

const under = await forThisFile(cardsUnderTest());
await allow(under, 'operator', ['singleCardRecharge.view', 'singleCardRecharge.recharge']);
const [agent, child, rival, operator, admin] = [
  await under.as('agent'),
  await under.as('enterprise'),
  await under.as('rival'),
  await under.as('operator'),
  await under.as('admin'),
];
await fund(under, '12', 10_000);
await fund(under, '10', 10_000);
await addCards(
  under,
  [1, 2, 3].map((n) => ({ n, customerId: '12' })),
);
await addCards(under, [{ n: 4, customerId: '12', status: 'RETIRED' }]);
const idOf = async (n: number) => (await card(under, n)).id;
const wallet = (who: typeof agent, n: number) => who.ask(readCardWallet, { query: { number: iccid(n) } });
const errorsOf = (answer: { data: unknown }) => (answer.data as { errors?: object[] } | null)?.errors;

test('a recharge moves an amount from the payer to the card, once, and is shown with its number', async () => {
  const cardId = await idOf(1);
  const body = { cardId, amount: '50.00', remark: '柜台充值' };
  const first = await child.call(rechargeCard, { body, key: 'recharge-once' });
  const again = await child.call(rechargeCard, { body, key: 'recharge-once' });
  expect(again.data).toEqual(first.data);
  expect(first.data).toMatchObject({ paid: '5000', payerBalance: '5000' });
  expect(await wallet(child, 1)).toMatchObject({
    currency: 'CNY',
    paid: '5000',
    gift: '0',
    payer: { id: '12', spendable: '5000' },
    recharges: [{ amount: '5000', remark: '柜台充值', reversed: null, isReversible: true }],
  });
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('an agent pays itself, the platform lets the customer of the card pay, administrators do not', async () => {
  const cardId = await idOf(2);
  await agent.ask(rechargeCard, { body: { cardId, amount: '10.00' } });
  expect(await balanceOf(under, '10')).toMatchObject({ balance: 9_000n });
  await operator.ask(rechargeCard, { body: { cardId, amount: '10.00' } });
  expect(await balanceOf(under, '12')).toMatchObject({ balance: 4_000n });
  expect((await admin.call(rechargeCard, { body: { cardId, amount: '10.00' } })).message).toBe('管理员不能订购套餐');
  expect((await wallet(admin, 2)).payer).toBeNull();
  expect((await wallet(agent, 2)).paid).toBe('2000');
});

test('bad amounts, cancelled and foreign cards change nothing, each at its field', async () => {
  const cardId = await idOf(3);
  for (const amount of ['0', '-1', '0.001', '1e3', '10000', '100000001', 'x']) {
    const answer = await child.call(rechargeCard, { body: { cardId, amount } });
    expect([amount, errorsOf(answer)]).toMatchObject([amount, [{ field: 'amount' }]]);
  }
  expect((await child.call(rechargeCard, { body: { cardId, amount: '99.99' } })).message).toContain('余额不足');
  const cancelled = await child.call(rechargeCard, { body: { cardId: await idOf(4), amount: '1.00' } });
  expect(errorsOf(cancelled)).toMatchObject([{ field: 'cardId', message: '卡已销户，不能充值' }]);
  expect((await rival.call(rechargeCard, { body: { cardId, amount: '1.00' } })).code).toMatch(/^404/);
  expect((await rival.call(readCardWallet, { query: { number: iccid(3) } })).code).toMatch(/^404/);
  expect((await wallet(child, 3)).paid).toBe('0');
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('it is taken back within a day, once, and no more than is left', async () => {
  const cardId = await idOf(3);
  await child.ask(rechargeCard, { body: { cardId, amount: '20.00' } });
  const [recharge] = (await wallet(child, 3)).recharges;
  const body = { id: recharge?.id ?? '', reason: '充错卡' };
  expect((await rival.call(reverseCardRecharge, { body })).code).toMatch(/^404/);
  const answers = await Promise.all(Array.from({ length: 20 }, () => child.call(reverseCardRecharge, { body })));
  expect(answers.filter(({ code }) => code === '200')).toHaveLength(1);
  expect(await wallet(child, 3)).toMatchObject({ paid: '0', recharges: [{ reversed: '2000', isReversible: false }] });
  expect(await balanceOf(under, '12')).toMatchObject({ balance: 4_000n });
  await child.ask(rechargeCard, { body: { cardId, amount: '5.00' } });
  const [late] = (await wallet(child, 3)).recharges;
  under.clock.advance(25 * 3_600_000);
  const who = await under.anew('enterprise');
  expect((await who.call(reverseCardRecharge, { body: { id: late?.id ?? '', reason: '充错卡' } })).code).toBe(
    '4091827',
  );
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
