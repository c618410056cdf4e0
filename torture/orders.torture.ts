import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { verifyLedger } from '@cardinal/server/domains/ledger/face.ts';
import { foldPostings } from '@cardinal/server/domains/ledger/foldPostings.ts';
import { addCards, type CardsUnderTest, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { balanceOf, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEED, scale, serveOver, until, type WholeServer } from './wholeServer.ts';

const CARDS = scale('CARDS', 100_000);
const KILLS = scale('KILLS', 5);
const PRICE = 1_000n;
const MARGIN = 200n;
const ALL_MS = 60 * 60_000;

let under: CardsUnderTest;
let server: WholeServer | undefined;
let product: string;
let packageId: string;
beforeAll(async () => {
  console.info(`SEED=${SEED}`);
  under = await cardsUnderTest();
  // The server that is killed lives by the machine's clock.
  under.clock.set(new Date());
  product = await sellProduct(under.ctx, {
    carrierAccountId: under.accountId,
    customerIds: ['10', { to: '12', from: '10' }],
  });
  const made = await makePackage(under.ctx, {
    name: '1GB 月包',
    products: [product],
    given: [
      { to: '10', from: '1', reserve: Number(PRICE - MARGIN) },
      { to: '12', from: '10', reserve: Number(PRICE) },
    ],
  });
  packageId = made.id;
  for (let from = 1; from <= CARDS; from += 2_000) {
    const numbers = Array.from({ length: Math.min(2_000, CARDS - from + 1) }, (_, at) => from + at);
    await addCards(
      under,
      numbers.map((n) => ({ n, customerId: '12' })),
    );
  }
  await under.db.updateTable('cards.card').set({ product_code: product }).where('customer_id', '=', '12').execute();
  await fund(under, '12', Number(PRICE) * CARDS * 2);
}, ALL_MS);
afterAll(async () => {
  await server?.kill();
  await under?.stop();
});

const orderOf = (taskId: string) =>
  under.db.selectFrom('orders.package_order').selectAll().where('task_id', '=', taskId).executeTakeFirstOrThrow();

/** What is held is what has not been settled, whatever was killed where. */
async function isWhole(taskId: string): Promise<number> {
  const { settled, failed, open, usages } = (
    await sql<{ settled: number; failed: number; open: number; usages: number }>`
      select count(*) filter (where l.state = 2)::int as settled, count(*) filter (where l.state = 4)::int as failed,
        count(*) filter (where l.state = 1)::int as open, count(distinct l.usage_id)::int as usages
      from orders.order_line l join orders.package_order o on o.id = l.order_id
      where o.task_id = ${taskId}::bigint`.execute(under.db)
  ).rows[0] as { settled: number; failed: number; open: number; usages: number };
  expect(usages).toBe(settled);
  expect(settled + failed + open).toBe(CARDS);
  const order = await orderOf(taskId);
  const { frozen } = await balanceOf(under, '12');
  if (order.finished_at === null) expect(frozen).toBe(PRICE * BigInt(failed + open));
  return settled;
}

it(
  `an order of ${CARDS} cards, the server killed ${KILLS} times: held once, each line settled once, the rest released`,
  async () => {
    const random = seededRandom(`${SEED}/orders`);
    const enterprise = await under.as('enterprise');
    const before = await balanceOf(under, '12');
    const earned = (await balanceOf(under, '10')).profitFrozen;
    const asked = performance.now();
    const preview = await enterprise.ask(previewSelection, {
      body: {
        action: 'order_package',
        source: { kind: 'filter', query: { lifecycle: ['activated'] } },
        parameters: { packageId },
      },
    });
    console.info(`preview of ${CARDS} cards with money: ${Math.round(performance.now() - asked)} ms`);
    expect(preview).toMatchObject({ willTouch: CARDS, money: { total: String(PRICE * BigInt(CARDS)) } });
    const starting = performance.now();
    const { taskId } = await enterprise.ask(startAction, {
      body: { previewId: preview.previewId, typedCount: preview.willTouch },
    });
    console.info(`start: ${Math.round(performance.now() - starting)} ms`);
    expect(await balanceOf(under, '12')).toMatchObject({ frozen: PRICE * BigInt(CARDS) });
    const cancelled = Math.round(CARDS / 1_000);
    await under.db
      .updateTable('cards.card')
      .set({ carrier_status: 'RETIRED' })
      .where(
        'iccid',
        'in',
        Array.from({ length: cancelled }, (_, at) => iccid(at * 1_000 + 1)),
      )
      .execute();

    const begun = performance.now();
    server = await serveOver(under);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const goal = Math.round((CARDS * (kill - 0.5 + random.int(500) / 1_000)) / (KILLS + 1));
      await until(`${goal} settled`, ALL_MS, async () => (await orderOf(taskId)).settled_lines >= goal);
      await server.kill();
      await isWhole(taskId);
      server = await serveOver(under);
    }
    await until('the order is finished', ALL_MS, async () => (await orderOf(taskId)).finished_at !== null);
    const seconds = (performance.now() - begun) / 1_000;
    console.info(
      `${CARDS} cards in ${Math.round(seconds)} s with ${KILLS} kills: ${Math.round(CARDS / seconds)} cards/s`,
    );

    const done = BigInt(CARDS - cancelled);
    expect(await isWhole(taskId)).toBe(Number(done));
    const after = await balanceOf(under, '12');
    expect([before.balance - after.balance, after.frozen]).toEqual([PRICE * done, 0n]);
    const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select card_id from orders.package_usage where customer_id = 12 group by card_id having count(*) > 1) twice`.execute(
      under.db,
    );
    expect(rows[0]?.n).toBe(0);
    await foldPostings(under.ctx);
    expect((await balanceOf(under, '10')).profitFrozen - earned).toBe(MARGIN * done);
    expect(await verifyLedger(under.ctx)).toEqual([]);
  },
  ALL_MS,
);
