import pg from 'pg';
import { addTree, BELOW_EACH, RESELLERS } from './customers.ts';
import { bestOf, type Figure } from './figure.ts';
import type { BenchWorld } from './world.ts';

const BUYERS = RESELLERS * BELOW_EACH;
const FILLED = 1_000_000_000;
const PRICE = 100;
const DAYS = 90;

/** Sales of a tree of resellers over a quarter: each takes from a buyer and gives to its reseller. */
async function addPostings(world: BenchWorld, postings: number): Promise<void> {
  const owner = new pg.Client({ connectionString: world.databaseUrl });
  await owner.connect();
  const sales = postings / 2;
  const rounds = Math.ceil(sales / BUYERS);
  const at = `now() - interval '1 hour' - (${sales} - n) * interval '${DAYS} days' / ${sales}`;
  const sale = `from generate_series(0, ${sales - 1}) n`;
  try {
    await owner.query('set synchronous_commit = off');
    await owner.query(`
      insert into ledger.account (id, owner_kind, owner_id, currency, kind, is_deferred, has_floor, customer_id, balance, seq, opened_at)
      select 5000000 + n, 'customer', 2000000 + n, 'CNY', 'balance', false, true, 2000000 + n,
        ${FILLED} - ${PRICE} * ${rounds}, ${rounds}, now() from generate_series(0, ${BUYERS - 1}) n
      union all
      select 4000000 + n, 'customer', 1000000 + n, 'CNY', 'balance', false, true, 1000000 + n,
        ${PRICE * BELOW_EACH} * ${rounds}, ${BELOW_EACH} * ${rounds}, now() from generate_series(0, ${RESELLERS - 1}) n`);
    await owner.query(`
      insert into ledger.transaction (id, business_key, fingerprint, step, kind, at, actor_name, consume_type, business_no)
      select 900000000000 + n, 'bench:' || n, 'bench', 'post', 'sale', ${at}, 'bench', 1 + 3 * (n % 2), 'B' || n ${sale}`);
    await owner.query(`
      insert into ledger.posting (account_id, seq, at, transaction_id, customer_id, amount, balance)
      select 5000000 + n % ${BUYERS}, n / ${BUYERS} + 1, ${at}, 900000000000 + n, 2000000 + n % ${BUYERS}, -${PRICE},
        ${FILLED} - ${PRICE} * (n / ${BUYERS} + 1) ${sale}`);
    await owner.query(`
      insert into ledger.posting (account_id, seq, at, transaction_id, customer_id, amount, balance)
      select 4000000 + n % ${BUYERS} / ${BELOW_EACH}, n / ${BUYERS} * ${BELOW_EACH} + n % ${BELOW_EACH} + 1, ${at},
        900000000000 + n, 1000000 + n % ${BUYERS} / ${BELOW_EACH}, ${PRICE},
        ${PRICE} * (n / ${BUYERS} * ${BELOW_EACH} + n % ${BELOW_EACH} + 1) ${sale}`);
    await owner.query('vacuum analyze ledger.posting, ledger.transaction, ledger.account');
  } finally {
    await owner.end();
  }
}

/** What the screen of consumption records asks of so many postings. */
export async function* statementFigures(world: BenchWorld, postings: number): AsyncGenerator<Figure> {
  await addTree(world);
  await addPostings(world, postings);
  const now = Date.now();
  const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();
  const month = `from=${ago(30)}&to=${ago(0)}`;
  const page = `select p.*, t.* from ledger.posting p join ledger.transaction t on t.id = p.transaction_id`;
  const sums = `select sum(amount) from ledger.posting where at >= $1`;
  const ofOne = 'p.customer_id = 2000777 order by p.at desc limit 20';
  const asked: readonly (readonly [string, string, string, unknown[]])[] = [
    ['newest page', '/list?pageSize=20', `${page} order by p.at desc limit 20`, []],
    ['page 500', '/list?pageSize=20&pageNum=500', `${page} order by p.at desc limit 20 offset 9980`, []],
    ['of one customer', '/list?pageSize=20&customerId=2000777', `${page} where ${ofOne}`, []],
    ['by business number', '/list?pageSize=20&businessNo=B77120', `${page} where t.business_no = 'B77120'`, []],
    [
      'below one reseller',
      '/list?pageSize=20&under=1000007',
      `${page} where p.customer_id between 2000315 and 2000359 order by p.at desc limit 20`,
      [],
    ],
    ['summary of 30 days', `/summary?${month}`, sums, [ago(30)]],
    ['summary of one customer', `/summary?customerId=2000777&${month}`, `${sums} and customer_id = 2000777`, [ago(30)]],
  ];
  for (const [who, ask] of [
    ['agent', world.ask],
    ['platform', world.askWhole],
  ] as const) {
    for (const [name, path, bare, values] of asked) {
      yield {
        name: `${postings.toLocaleString('en')} postings: ${name}, as ${who}`,
        ...(await bestOf(
          5,
          () => ask('GET', `/api/consumption-records/v1${path}`),
          () => world.bare.query(bare, values),
        )),
        unit: 'ms',
        goal: undefined,
      };
    }
  }
}
