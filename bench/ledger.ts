import { money } from '@cardinal/primitives/money.ts';
import {
  type LedgerAccount,
  ofCustomer,
  openAccount,
  post,
  requirePosted,
} from '@cardinal/server/domains/ledger/face.ts';
import type { Ctx } from '@cardinal/server/framework/context.ts';
import pg from 'pg';
import type { Figure } from './figure.ts';
import type { BenchWorld } from './world.ts';

const CUSTOMERS = 60;
const CLIENTS = 16;
const TURNS = 6;
const TURN_MS = 1_500;

/** The same tables with the same indexes and checks, and a function that posts without asking anything. */
const BARE = `
  create schema bare;
  create table bare.account (like ledger.account including all);
  create table bare.transaction (like ledger.transaction including all);
  create table bare.posting (like ledger.posting including all);
  create table bare.deferred_posting (like ledger.deferred_posting including all);
  insert into bare.account select * from ledger.account;
  create function bare.post(p_id bigint, p_key text, p_at timestamptz, p_accounts bigint[], p_amounts bigint[]) returns bigint
  language plpgsql as $$
  begin
    perform 1 from bare.account where id = any (p_accounts) and not is_deferred order by id for no key update;
    insert into bare.transaction (id, business_key, fingerprint, step, kind, at, actor_name, consume_type, business_no)
    values (p_id, p_key, md5(p_key), 'post', 'sale', p_at, 'bench', 1, p_key);
    with moved as (
      update bare.account a set balance = a.balance + l.amount, seq = a.seq + 1
      from unnest(p_accounts, p_amounts) as l (account_id, amount)
      where a.id = l.account_id and not a.is_deferred returning a.id, a.seq, a.customer_id, l.amount, a.balance)
    insert into bare.posting (account_id, seq, at, transaction_id, customer_id, amount, balance)
    select id, seq, p_at, p_id, customer_id, amount, balance from moved;
    insert into bare.deferred_posting (account_id, transaction_id, at, customer_id, amount)
    select a.id, p_id, p_at, a.customer_id, l.amount
    from unnest(p_accounts, p_amounts) as l (account_id, amount) join bare.account a on a.id = l.account_id where a.is_deferred;
    return p_id;
  end $$;
  grant usage on schema bare to cardinal_app;
  grant all on all tables in schema bare to cardinal_app;`;

/** Transactions a second, of so many clients at once. */
async function rate(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() - start < TURN_MS) {
        await run();
        done += 1;
      }
    }),
  );
  return (done * 1_000) / (performance.now() - start);
}

/** A sale of three postings, durable: a buyer's balance, an agent's margin, the platform's revenue. */
export async function* ledgerFigures(world: BenchWorld, ctx: Ctx): AsyncGenerator<Figure> {
  const ofPlatform = { owner: 'platform', ownerId: '1', customerId: '1', currency: 'CNY' } as const;
  const revenue = await openAccount(ctx, { ...ofPlatform, kind: 'revenue' });
  const clearing = await openAccount(ctx, { ...ofPlatform, kind: 'clearing' });
  const balances: LedgerAccount[] = [];
  const margins: LedgerAccount[] = [];
  for (let n = 0; n < CUSTOMERS; n += 1) {
    const balance = await openAccount(ctx, ofCustomer(String(9_000_000 + n), 'CNY', 'balance'));
    balances.push(balance);
    margins.push(await openAccount(ctx, ofCustomer(String(9_000_000 + n), 'CNY', 'profitFrozen')));
    const filled = [
      { account: clearing, amount: money(-1_000_000_000n) },
      { account: balance, amount: money(1_000_000_000n) },
    ];
    requirePosted(await post(ctx, { key: `bench:fill:${n}`, kind: 'recharge' }, filled));
  }
  const owner = new pg.Client({ connectionString: world.databaseUrl });
  await owner.connect();
  await owner.query(BARE);
  await owner.end();

  let sold = 0;
  const sale = () => {
    sold += 1;
    return { key: `bench:${sold}`, balance: balances[sold % CUSTOMERS]!, margin: margins[(sold * 7) % CUSTOMERS]! };
  };
  const ours = async (by: Ctx) => {
    const { key, balance, margin } = sale();
    const legs = [
      { account: balance, amount: money(-100n) },
      { account: margin, amount: money(20n) },
      { account: revenue, amount: money(80n) },
    ];
    requirePosted(await post(by, { key, kind: 'sale', consumeType: 1, businessNo: key }, legs));
  };
  const bare = (by: pg.Pool | pg.PoolClient) => {
    const { key, balance, margin } = sale();
    const values = [ctx.ids.next(), key, ctx.clock.now(), [balance.id, margin.id, revenue.id], [-100, 20, 80]];
    return by.query({ name: 'bare', text: 'select bare.post($1, $2, $3, $4, $5)', values });
  };
  const ways = {
    alone: [() => ours(ctx), () => bare(world.bare)],
    'inside a change': [
      () => ctx.transact(ours),
      async () => {
        const client = await world.bare.connect();
        await client.query('begin');
        await bare(client);
        await client.query('commit');
        client.release();
      },
    ],
  } as const;
  for (const [name, [one, other]] of Object.entries(ways)) {
    const best = { ours: 0, bare: 0 };
    for (let turn = 0; turn < TURNS; turn += 1) {
      best.ours = Math.max(best.ours, await rate(one));
      best.bare = Math.max(best.bare, await rate(other));
    }
    yield {
      name: `ledger transactions of three postings, ${CLIENTS} clients, ${name} (goal: 0.6 or more)`,
      ...best,
      unit: '/s',
      goal: undefined,
    };
  }
}
