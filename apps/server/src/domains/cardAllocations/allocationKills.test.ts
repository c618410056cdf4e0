import { setTimeout as wait } from 'node:timers/promises';
import { addCards, cardsUnderTest, iccid, listSource, start } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { balanceOf, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';

const [AGENT, TARGET] = ['10', '11'];
const [TASKS, CARDS, PRICE] = [6, 150, 500];
const under = await forThisFile(cardsUnderTest());
// The workers read the machine's clock.
under.clock.set(new Date());
const workers = await forThisFile(killableWorkers(under));
const agent = await under.as('agent');
const code = await sellProduct(under.ctx, {
  carrierAccountId: under.accountId,
  customerIds: [AGENT, { to: TARGET, from: AGENT }],
});

test('workers killed while cards move and are paid for: each document is paid once, for the cards that moved', {
  timeout: 400_000,
}, async () => {
  const numbers = Array.from({ length: TASKS * CARDS }, (_, at) => at + 1);
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  await fund(under, TARGET, TASKS * CARDS * PRICE);
  const [seller, buyer] = [await balanceOf(under, AGENT), await balanceOf(under, TARGET)];
  for (let at = 0; at < TASKS; at += 1)
    await start(agent, 'allocate_card', listSource(numbers.slice(at * CARDS, (at + 1) * CARDS)), {
      targetCustomerId: TARGET,
      productCode: code,
      cardPrice: String(PRICE),
    });
  // Some cards leave meanwhile: they do not move, and nobody pays for them.
  const left = numbers.filter((n) => n % 50 === 0);
  await under.db.updateTable('cards.card').set({ customer_id: '20' }).where('iccid', 'in', left.map(iccid)).execute();
  const ended = async () => {
    const rows = await under.db.selectFrom('card_allocations.allocation').select('state').execute();
    return rows.filter(({ state }) => state !== 'running').length;
  };
  for (const part of [0, 1, 3]) {
    const worker = await workers.start();
    for (const until = performance.now() + 20_000; performance.now() < until && (await ended()) < part; ) await wait(5);
    if (part === 0) await wait(40);
    await worker.kill();
  }
  const last = await workers.start();
  for (const until = performance.now() + 150_000; performance.now() < until && (await ended()) < TASKS; )
    await wait(100);
  await last.kill();
  expect(await ended()).toBe(TASKS);

  await foldPostings(under.ctx);
  const paid = BigInt((TASKS * CARDS - left.length) * PRICE);
  expect((await balanceOf(under, AGENT)).balance - seller.balance).toBe(paid);
  expect(await balanceOf(under, TARGET)).toEqual({ ...buyer, balance: buyer.balance - paid });
  const { rows } = await sql<{ wrong: number; documents: number; transactions: number }>`
    select count(*)::int as documents, count(distinct a.transaction_id)::int as transactions,
      (count(*) filter (where a.done <> (select count(*) from card_allocations.item i join cards.card c on c.id = i.card_id
        where i.allocation_id = a.id and i.result = 'done' and c.customer_id = ${TARGET}::bigint)))::int as wrong
    from card_allocations.allocation a`.execute(under.db);
  expect(rows).toEqual([{ wrong: 0, documents: TASKS, transactions: TASKS }]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
