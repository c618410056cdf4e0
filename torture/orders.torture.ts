import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { money, partOf } from '@cardinal/primitives/money.ts';
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
    terms: { refund_rule: 'proRataDays' },
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

type Work = {
  readonly count: number;
  readonly done: () => Promise<number>;
  readonly isFinished: () => Promise<boolean>;
  readonly look: () => Promise<unknown>;
};

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

/** The entries of what the agent earned are what the ledger has frozen of it, whatever was killed where. */
async function isEarned(): Promise<void> {
  await foldPostings(under.ctx);
  const { rows } = await sql<{ frozen: string }>`
    select coalesce(sum(amount - reversed), 0)::text as frozen from profit_sharing.entry
    where customer_id = 10 and kind = 'sale' and state = 'frozen'`.execute(under.db);
  expect((await balanceOf(under, '10')).profitFrozen).toBe(BigInt(rows[0]?.frozen ?? 0));
}

const enterprise = () => under.as('enterprise');

/** Previews an action on all cards and starts it; says how long both took. */
async function startOnAll(action: 'order_package' | 'refund_package', parameters: object) {
  const caller = await enterprise();
  const asked = performance.now();
  const preview = await caller.ask(previewSelection, {
    body: { action, source: { kind: 'filter', query: { lifecycle: ['activated'] } }, parameters: { ...parameters } },
  });
  console.info(`preview of ${preview.willTouch} cards with money: ${Math.round(performance.now() - asked)} ms`);
  const starting = performance.now();
  const { taskId } = await caller.ask(startAction, {
    body: { previewId: preview.previewId, typedCount: preview.willTouch },
  });
  console.info(`start: ${Math.round(performance.now() - starting)} ms`);
  return { preview, taskId };
}

/** Lets a server work, kills it this often while so many are being done, and looks after each kill; says how fast it went. */
async function workUnderKills(
  random: ReturnType<typeof seededRandom>,
  { count, done, isFinished, look }: Work,
): Promise<void> {
  const begun = performance.now();
  server = await serveOver(under);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = Math.round((count * (kill - 0.5 + random.int(500) / 1_000)) / (KILLS + 1));
    await until(`${goal} done`, ALL_MS, async () => (await done()) >= goal);
    await server.kill();
    await look();
    server = await serveOver(under);
  }
  await until('all is done', ALL_MS, isFinished);
  await server.kill();
  const seconds = (performance.now() - begun) / 1_000;
  console.info(
    `${count} cards in ${Math.round(seconds)} s with ${KILLS} kills: ${Math.round(count / seconds)} cards/s`,
  );
}

const cancelled = Math.round(CARDS / 1_000);
const sold = CARDS - cancelled;

it(
  `an order of ${CARDS} cards, the server killed ${KILLS} times: held once, each line settled once, the rest released`,
  async () => {
    const before = await balanceOf(under, '12');
    const earned = (await balanceOf(under, '10')).profitFrozen;
    const { preview, taskId } = await startOnAll('order_package', { packageId });
    expect(preview).toMatchObject({ willTouch: CARDS, money: { total: String(PRICE * BigInt(CARDS)) } });
    expect(await balanceOf(under, '12')).toMatchObject({ frozen: PRICE * BigInt(CARDS) });
    const gone = Array.from({ length: cancelled }, (_, at) => iccid(at * 1_000 + 1));
    await under.db.updateTable('cards.card').set({ carrier_status: 'RETIRED' }).where('iccid', 'in', gone).execute();

    await workUnderKills(seededRandom(`${SEED}/orders`), {
      count: CARDS,
      done: async () => (await orderOf(taskId)).settled_lines,
      isFinished: async () => (await orderOf(taskId)).finished_at !== null,
      look: async () => {
        await isWhole(taskId);
        await isEarned();
      },
    });

    const done = BigInt(sold);
    expect(await isWhole(taskId)).toBe(sold);
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
    await isEarned();
    expect(await verifyLedger(under.ctx)).toEqual([]);
  },
  ALL_MS,
);

/** What was given back so far: how many records, how much, and what of the agent's margin, each record's prices rounded for itself. */
async function givenBack() {
  const { rows } = await sql<{ n: number; of: string; whole: string; amount: string }>`
    select count(*)::int as n, part_of::text as of, part_whole::text as whole, sum(amount)::text as amount
    from orders.unsubscription group by part_of, part_whole`.execute(under.db);
  return rows.reduce(
    (sum, { n, of, whole, amount }) => {
      const part = (minor: bigint) => partOf(money(minor), BigInt(of), BigInt(whole)).minor;
      return {
        records: sum.records + n,
        amount: sum.amount + BigInt(amount),
        margin: sum.margin + BigInt(n) * (part(PRICE) - part(PRICE - MARGIN)),
      };
    },
    { records: 0, amount: 0n, margin: 0n },
  );
}

it(
  `${sold} records unsubscribed, the server killed ${KILLS} times: each gives back once, at every level`,
  async () => {
    const before = await balanceOf(under, '12');
    const earned = (await balanceOf(under, '10')).profitFrozen;
    const { preview, taskId } = await startOnAll('refund_package', { usages: 'using', reason: '停用' });
    expect(preview.willTouch).toBe(sold);
    const isPaidOut = async () => {
      const { amount } = await givenBack();
      expect((await balanceOf(under, '12')).balance - before.balance).toBe(amount);
      await isEarned();
    };

    await workUnderKills(seededRandom(`${SEED}/refunds`), {
      count: sold,
      done: async () => (await givenBack()).records,
      isFinished: async () => {
        const task = await under.db
          .selectFrom('tasks.task')
          .select('finished_at')
          .where('id', '=', taskId)
          .executeTakeFirst();
        return task?.finished_at != null;
      },
      look: isPaidOut,
    });

    await isPaidOut();
    const { records, amount, margin } = await givenBack();
    expect(records).toBe(sold);
    expect(amount).toBe(-BigInt(preview.money?.total ?? 0));
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from orders.package_usage where customer_id = 12 and state <> 3`.execute(under.db);
    expect(rows[0]?.n).toBe(0);
    await foldPostings(under.ctx);
    expect(earned - (await balanceOf(under, '10')).profitFrozen).toBe(margin);
    expect(await verifyLedger(under.ctx)).toEqual([]);
  },
  ALL_MS,
);
