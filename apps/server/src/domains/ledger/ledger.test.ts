import { CNY, money } from '@cardinal/primitives/money.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { keepPartitions } from '../../framework/partitions.ts';
import { ofCustomer, openAccount, setCredit, spendable } from './accounts.ts';
import { verifyLedger } from './checkLedger.ts';
import { foldPostings } from './foldPostings.ts';
import { anyKey, move, openBelow, openClearing, openPurse, openRevenue, yuan } from './ledgerUnderTest.ts';
import { hold, KeyReused, post, releaseHold, requirePosted, reverse, settleHold } from './post.ts';
import type { LedgerAccount } from './postingRules.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const ctx = it.app.systemContext('test');
const owner = new pg.Client({ connectionString: it.ownerUrl });
await owner.connect();
afterAll(() => owner.end());

const clearing = await openClearing(ctx);
const revenue = await openRevenue(ctx);
/** Agent A of the demo, the agent below it, and an enterprise below that one. */
const agent = await openPurse(ctx, '10');
const subagent = await openPurse(ctx, '11');
const enterprise = await openPurse(ctx, await openBelow(ctx, '11'));

const balanceOf = async ({ id }: LedgerAccount): Promise<bigint> => {
  const row = await it.db.selectFrom('ledger.account').select('balance').where('id', '=', id).executeTakeFirstOrThrow();
  return BigInt(row.balance);
};
const left = async (account: LedgerAccount) => (await spendable(ctx, account)).minor;
const rows = async () =>
  (
    await it.db.selectFrom('ledger.account').select(['id', 'balance', 'seq', 'debts_below']).orderBy('id').execute()
  ).map((row) => JSON.stringify(row));

/** Brings a balance to an amount, through clearing. */
async function fill(account: LedgerAccount, minor: number): Promise<void> {
  const now = await balanceOf(account);
  const missing = BigInt(minor) - now;
  if (missing !== 0n) requirePosted(await move(ctx, clearing, account, missing));
}

beforeEach(async () => {
  for (const purse of [enterprise, subagent, agent]) {
    await fill(purse.balance, 1_000);
    await setCredit(ctx, purse.customerId, yuan(0));
  }
});

describe('a transaction', () => {
  test('posts to every account with the next number and the balance it leaves', async () => {
    const { id } = enterprise.balance;
    const before = await it.db.selectFrom('ledger.account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const result = requirePosted(
      await ctx.transact((inside) =>
        post(inside, { key: anyKey(), kind: 'sale', consumeType: 1, businessNo: 'ORD1' }, [
          { account: enterprise.balance, amount: yuan(-100) },
          { account: agent.profitFrozen, amount: yuan(20) },
          { account: revenue, amount: yuan(80) },
        ]),
      ),
    );
    await foldPostings(ctx);
    const postings = await it.db
      .selectFrom('ledger.posting')
      .selectAll()
      .where('transaction_id', '=', result.transactionId)
      .execute();
    expect(postings.find((posting) => posting.account_id === id)).toMatchObject({
      seq: String(BigInt(before.seq) + 1n),
      amount: '-100',
      balance: '900',
      customer_id: enterprise.customerId,
    });
    expect(postings.map(({ amount }) => Number(amount)).sort((a, b) => a - b)).toEqual([-100, 20, 80]);
  });

  test('below the floor is refused with what can be spent, and changes nothing', async () => {
    const before = await rows();
    expect(await move(ctx, enterprise.balance, clearing, 1_001)).toEqual({
      isPosted: false,
      why: 'belowFloor',
      accountId: enterprise.balance.id,
      available: yuan(1_000),
    });
    expect(await rows()).toEqual(before);
    expect(() => requirePosted({ isPosted: false, why: 'belowFloor', accountId: '1', available: yuan(1_000) })).toThrow(
      'insufficientBalance',
    );
  });

  test('a refusal leaves the rest of the caller’s transaction as it was', async () => {
    await ctx.transact(async (inside) => {
      const posted = await post(inside, { key: anyKey(), kind: 'transfer' }, [
        { account: enterprise.balance, amount: yuan(-1) },
        { account: clearing, amount: yuan(1) },
      ]);
      expect(posted.isPosted).toBe(true);
      const refused = await post(inside, { key: anyKey(), kind: 'transfer' }, [
        { account: enterprise.balance, amount: yuan(-1_000) },
        { account: clearing, amount: yuan(1_000) },
      ]);
      expect(refused.isPosted).toBe(false);
    });
    expect(await balanceOf(enterprise.balance)).toBe(999n);
  });

  test('of one key posts once; the key with other content is a fault', async () => {
    const key = anyKey();
    const first = requirePosted(await move(ctx, enterprise.balance, clearing, 1_000, key));
    expect(await move(ctx, enterprise.balance, clearing, 1_000, key)).toEqual({ ...first, isRepeated: true });
    expect(await balanceOf(enterprise.balance)).toBe(0n);
    await expect(move(ctx, enterprise.balance, clearing, 1, key)).rejects.toThrow(KeyReused);
  });

  test('that is none is an error: a sum, a currency, an account twice, zero, one leg', async () => {
    const dollars = await openAccount(ctx, ofCustomer(enterprise.customerId, 'USD', 'balance'));
    const given = [
      [enterprise.balance, yuan(-5), clearing, yuan(4)],
      [enterprise.balance, yuan(-5), dollars, money(5n, 'USD')],
      [enterprise.balance, yuan(-5), dollars, yuan(5)],
      [enterprise.balance, yuan(-5), enterprise.balance, yuan(5)],
      [enterprise.balance, yuan(0), clearing, yuan(0)],
    ] as const;
    for (const [one, minus, other, plus] of given) {
      const legs = [
        { account: one, amount: minus },
        { account: other, amount: plus },
      ];
      await expect(post(ctx, { key: anyKey(), kind: 'transfer' }, legs)).rejects.toThrow();
    }
  });

  test('the database judges by itself what the program asks', async () => {
    const entry = sql`jsonb_populate_record(null::ledger.transaction, ${JSON.stringify({
      id: ctx.ids.next(),
      business_key: anyKey(),
      fingerprint: 'f',
      step: 'post',
      kind: 'transfer',
      at: it.clock.now(),
      actor_name: 'test',
    })}::jsonb)`;
    const ask = (accounts: string[], amounts: number[]) =>
      sql`select ledger.post(${entry}, ${accounts}::bigint[], ${amounts}::bigint[])`.execute(it.db);
    const [a, b] = [enterprise.balance.id, clearing.id];
    await expect(ask([a, b], [-5, 4])).rejects.toThrow('do not sum to zero');
    await expect(ask([a, b], [0, 0])).rejects.toThrow('do not sum to zero');
    await expect(ask([a, '999'], [-5, 5])).rejects.toThrow('unknown');
    await expect(ask([a, enterprise.frozen.id], [-5, 5])).rejects.toThrow('by holds only');
    const dollars = await openAccount(ctx, ofCustomer(enterprise.customerId, 'USD', 'balance'));
    await expect(ask([a, dollars.id], [-5, 5])).rejects.toThrow('do not sum to zero');
    await expect(ask([a, a, b], [-5, 3, 2])).rejects.toThrow('named twice');
  });
});

describe('the program’s own role', () => {
  test('can write no account, transaction, posting or hold, in no partition, also one that a backup brought', async () => {
    await owner.query(`create table ledger.posting_2020_01 partition of ledger.posting
      for values from ('2020-01-01') to ('2020-02-01')`);
    await keepPartitions(it.ownerUrl, [{ table: 'ledger.posting', isAppendOnly: true }], it.clock.now());
    const { rows: found } = await owner.query<{ name: string; may: boolean }>(`
      select c.oid::regclass::text as name, bool_or(has_table_privilege('cardinal_app', c.oid, p)) as may
      from pg_class c join pg_namespace n on n.oid = c.relnamespace,
           unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) as p
      where n.nspname = 'ledger' and c.relkind in ('r', 'p', 'v')
        and c.relname not in ('daily_statement', 'checked_account', 'finding', 'check_run')
      group by c.oid order by 1`);
    expect(found.length).toBeGreaterThan(15);
    expect(found.filter(({ may }) => may)).toEqual([]);
    await expect(sql`update ledger.account set balance = 1`.execute(it.db)).rejects.toThrow(/permission denied/);
    await expect(sql`delete from ledger.posting`.execute(it.db)).rejects.toThrow(/permission denied/);
    const view = sql`update ledger.daily_statement set closing = 1`;
    await expect(view.execute(it.db)).rejects.toThrow(/permission denied/);
  });

  test('a floor holds also against the owner of the tables', async () => {
    const { id } = enterprise.balance;
    await expect(owner.query('update ledger.account set balance = -1 where id = $1', [id])).rejects.toThrow(
      /account_floor/,
    );
  });
});

describe('a hold', () => {
  const holding = (amount: number, key = anyKey()) =>
    ctx.transact((inside) =>
      hold(inside, { key, kind: 'sale' }, { from: enterprise.balance, into: enterprise.frozen, amount: yuan(amount) }),
    );
  const settling = (holdId: string, amount: number, key = anyKey()) =>
    ctx.transact((inside) =>
      settleHold(inside, { key, kind: 'sale' }, holdId, [
        { account: enterprise.frozen, amount: yuan(-amount) },
        { account: revenue, amount: yuan(amount) },
      ]),
    );
  const releasing = (holdId: string, key = anyKey()) =>
    ctx.transact((inside) => releaseHold(inside, { key, kind: 'sale' }, holdId));

  test('is settled in parts, its rest is released, each once', async () => {
    const key = anyKey();
    const held = requirePosted(await holding(600, key));
    expect(requirePosted(await holding(600, key))).toEqual({ ...held, isRepeated: true });
    expect([await balanceOf(enterprise.balance), await balanceOf(enterprise.frozen)]).toEqual([400n, 600n]);
    const settled = anyKey();
    requirePosted(await settling(held.holdId, 250, settled));
    expect(await settling(held.holdId, 250, settled)).toMatchObject({ isRepeated: true });
    expect(await settling(held.holdId, 351)).toMatchObject({ why: 'holdShort', available: yuan(350) });
    const released = anyKey();
    requirePosted(await releasing(held.holdId, released));
    expect(await releasing(held.holdId, released)).toMatchObject({ isPosted: true, isRepeated: true });
    expect(await releasing(held.holdId)).toMatchObject({ why: 'holdShort', available: yuan(0) });
    expect([await balanceOf(enterprise.balance), await balanceOf(enterprise.frozen)]).toEqual([750n, 0n]);
  });

  test('finds the money also where no floor is declared: profit that a reversal took below zero is not held', async () => {
    requirePosted(await move(ctx, agent.profit, clearing, 5));
    const into = agent.frozen;
    const held = await hold(ctx, { key: anyKey(), kind: 'cashOut' }, { from: agent.profit, into, amount: yuan(1) });
    expect(held).toMatchObject({ why: 'belowFloor', available: yuan(-5) });
    requirePosted(await move(ctx, clearing, agent.profit, 5));
  });

  test('is posted from its own frozen account only', async () => {
    const held = requirePosted(await holding(100));
    const legs = [
      { account: agent.balance, amount: yuan(-10) },
      { account: revenue, amount: yuan(10) },
    ];
    await expect(settleHold(ctx, { key: anyKey(), kind: 'sale' }, held.holdId, legs)).rejects.toThrow('own frozen');
    await expect(
      hold(ctx, { key: anyKey(), kind: 'sale' }, { from: agent.balance, into: enterprise.frozen, amount: yuan(1) }),
    ).rejects.toThrow('frozen one of its owner');
    requirePosted(await releasing(held.holdId));
  });

  test('a settlement is reversed to the account that was held from', async () => {
    const held = requirePosted(await holding(600));
    const sold = requirePosted(await settling(held.holdId, 250));
    requirePosted(await reverse(ctx, { key: anyKey(), kind: 'refund' }, sold.transactionId));
    expect([await balanceOf(enterprise.balance), await balanceOf(enterprise.frozen)]).toEqual([650n, 350n]);
    await expect(reverse(ctx, { key: anyKey(), kind: 'refund' }, held.transactionId)).rejects.toThrow('not reversed');
    requirePosted(await releasing(held.holdId));
  });
});

describe('a reversal', () => {
  test('posts the very postings back, folded or not, once', async () => {
    for (const isFolded of [false, true]) {
      const sold = requirePosted(await move(ctx, enterprise.balance, revenue, 300));
      if (isFolded) await foldPostings(ctx);
      const key = anyKey();
      const about = { key, kind: 'refund' } as const;
      const back = requirePosted(await reverse(ctx, about, sold.transactionId));
      expect(await balanceOf(enterprise.balance)).toBe(1_000n);
      expect(await reverse(ctx, about, sold.transactionId)).toEqual({ ...back, isRepeated: true });
      const again = await reverse(ctx, { ...about, key: anyKey() }, sold.transactionId);
      expect(again).toEqual({ isPosted: false, why: 'reversedBefore', transactionId: back.transactionId });
      await expect(reverse(ctx, { ...about, key: anyKey() }, back.transactionId)).rejects.toThrow('not reversed');
    }
  });

  test('that would take what is no longer there is refused', async () => {
    const paid = requirePosted(await move(ctx, clearing, enterprise.balance, 500));
    requirePosted(await move(ctx, enterprise.balance, revenue, 1_200));
    const back = await reverse(ctx, { key: anyKey(), kind: 'correction' }, paid.transactionId);
    expect(back).toMatchObject({ why: 'belowFloor', available: yuan(300) });
  });
});

describe('credit', () => {
  test('is a floor: 500.00 is spent with 500.00 of credit, not 500.01', async () => {
    await fill(enterprise.balance, 0);
    await setCredit(ctx, enterprise.customerId, yuan(500));
    expect(await left(enterprise.balance)).toBe(500n);
    expect(await move(ctx, enterprise.balance, revenue, 501)).toMatchObject({ why: 'belowFloor' });
    requirePosted(await move(ctx, enterprise.balance, revenue, 500));
    expect(await balanceOf(enterprise.balance)).toBe(-500n);
    await expect(setCredit(ctx, enterprise.customerId, yuan(499))).rejects.toThrow('creditInUse');
  });

  test('what a child owes counts against what those above can spend, and returns with the payment', async () => {
    await setCredit(ctx, '11', yuan(300));
    await setCredit(ctx, enterprise.customerId, yuan(900));
    await fill(enterprise.balance, 0);
    await fill(subagent.balance, 0);
    // The subagent has nothing but its credit of 300, which the agent backs.
    expect(await left(enterprise.balance)).toBe(300n);
    expect(await move(ctx, enterprise.balance, revenue, 301)).toMatchObject({
      accountId: enterprise.balance.id,
      available: yuan(300),
    });
    requirePosted(await move(ctx, enterprise.balance, revenue, 200));
    expect([await left(subagent.balance), await left(agent.balance)]).toEqual([100n, 800n]);
    requirePosted(await move(ctx, clearing, enterprise.balance, 150));
    expect([await left(subagent.balance), await left(agent.balance)]).toEqual([250n, 950n]);
    expect(await verifyLedger(ctx)).toEqual([]);
  });

  test('a parent pays a child’s debt from what that debt had bound', async () => {
    await setCredit(ctx, enterprise.customerId, yuan(400));
    await fill(enterprise.balance, -400);
    await fill(subagent.balance, 500);
    expect(await left(subagent.balance)).toBe(100n);
    requirePosted(await move(ctx, subagent.balance, enterprise.balance, 500));
    expect([await balanceOf(subagent.balance), await balanceOf(enterprise.balance)]).toEqual([0n, 100n]);
    expect(await left(subagent.balance)).toBe(0n);
  });

  test('is granted within what the parent can spend itself', async () => {
    await expect(setCredit(ctx, enterprise.customerId, yuan(1_001))).rejects.toThrow('creditBeyondParent');
    await setCredit(ctx, enterprise.customerId, yuan(1_000));
    await setCredit(ctx, '10', yuan(10_000_000));
  });

  test('keeps a customer where it is', async () => {
    await setCredit(ctx, enterprise.customerId, yuan(10));
    const { creditWitness } = await import('./moveWitness.ts');
    const look = (topId: string) => creditWitness.look(ctx, { topId, ids: [topId], leftIds: [] });
    expect(await look(enterprise.customerId)).toMatchObject([{ count: 1, effect: 'blocks' }]);
    expect(await look('11')).toMatchObject([{ count: 0 }]);
  });
});

test('an account is opened once, whoever asks, in each currency', async () => {
  const of = ofCustomer('11', 'JPY', 'walletGift');
  const opened = await Promise.all(Array.from({ length: 6 }, () => openAccount(ctx, of)));
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  await expect(openAccount(ctx, { ...of, currency: 'yen' })).rejects.toThrow('Not a currency');
  expect(CNY).toBe(clearing.currency);
});
