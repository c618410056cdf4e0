import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLE_SECRETS_KEY } from '../../runtime/secretsKey.ts';
import { checkLedger, findingCount, verifyLedger } from './checkLedger.ts';
import { closeDays, statement } from './dailyStatements.ts';
import { foldPostings } from './foldPostings.ts';
import { anyKey, move, openClearing, openPurse, openRevenue, yuan } from './ledgerUnderTest.ts';
import { hold, requirePosted } from './post.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const ctx = it.app.systemContext('test');
const owner = new pg.Client({ connectionString: it.superuserUrl });
await owner.connect();
afterAll(() => owner.end());

const clearing = await openClearing(ctx);
const revenue = await openRevenue(ctx);
const agent = await openPurse(ctx, '10');
const subagent = await openPurse(ctx, '11');
const HOUR = 3_600_000;

beforeAll(async () => {
  it.clock.set('2026-11-20T02:00:00.000Z');
  requirePosted(await move(ctx, clearing, agent.balance, 10_000));
  requirePosted(await move(ctx, agent.balance, subagent.balance, 4_000));
  // 23:30 in Shanghai, then the clock jumps over midnight and an hour back, then a day goes by.
  it.clock.set('2026-11-20T15:30:00.000Z');
  requirePosted(await move(ctx, subagent.balance, revenue, 100));
  it.clock.advance(HOUR);
  requirePosted(await move(ctx, subagent.balance, revenue, 200));
  it.clock.advance(-HOUR);
  requirePosted(await move(ctx, subagent.balance, revenue, 300));
  it.clock.set('2026-11-22T02:00:00.000Z');
  requirePosted(await move(ctx, clearing, subagent.balance, 50));
  const amount = yuan(500);
  requirePosted(await hold(ctx, { key: anyKey(), kind: 'sale' }, { from: agent.balance, into: agent.frozen, amount }));
  await foldPostings(ctx);
});

describe('daily statements', () => {
  test('chain: opening + in − out = closing, whatever the clock did, and close once', async () => {
    it.clock.set('2026-11-22T17:00:00.000Z');
    expect(await closeDays(ctx)).toBeGreaterThan(0);
    expect(await closeDays(ctx)).toBe(0);
    const of = await statement(ctx, subagent.balance, { from: '2026-11-20', to: '2026-11-30' });
    expect(of.days).toEqual([
      { day: '2026-11-20', moneyIn: yuan(4_000), moneyOut: yuan(100), closing: yuan(3_900) },
      // What was dated back belongs to the day that had begun.
      { day: '2026-11-21', moneyIn: yuan(0), moneyOut: yuan(500), closing: yuan(3_400) },
      { day: '2026-11-22', moneyIn: yuan(50), moneyOut: yuan(0), closing: yuan(3_450) },
    ]);
    expect(of).toMatchObject({ opening: yuan(0), moneyIn: yuan(4_050), moneyOut: yuan(600), closing: yuan(3_450) });
    const later = await statement(ctx, subagent.balance, { from: '2026-11-22', to: '2026-11-22' });
    expect(later).toMatchObject({ opening: yuan(3_400), closing: yuan(3_450) });
    const none = await statement(ctx, subagent.balance, { from: '2026-11-23', to: '2026-11-25' });
    expect(none).toMatchObject({ opening: yuan(3_450), closing: yuan(3_450), days: [] });
  });

  test('a posting dated on a closed day counts in the first open one', async () => {
    it.clock.set('2026-11-20T03:00:00.000Z');
    requirePosted(await move(ctx, subagent.balance, revenue, 10));
    it.clock.set('2026-11-24T02:00:00.000Z');
    expect(await closeDays(ctx)).toBeGreaterThan(0);
    const of = await statement(ctx, subagent.balance, { from: '2026-11-23', to: '2026-11-23' });
    expect(of).toMatchObject({ opening: yuan(3_450), moneyOut: yuan(10), closing: yuan(3_440) });
    expect(await verifyLedger(ctx)).toEqual([]);
  });
});

describe('the checker', () => {
  test('finds nothing in a ledger that is whole, and follows what has moved', async () => {
    expect(await checkLedger(ctx)).toEqual([]);
    requirePosted(await move(ctx, agent.balance, subagent.balance, 7));
    const since = it.clock.advance(600_000);
    expect(await checkLedger(ctx, since)).toEqual([]);
    const { rows } = await owner.query(`select count(*)::int as n from ledger.account a
      left join ledger.checked_account k on k.account_id = a.id where (k.seq, k.balance) is distinct from (a.seq, a.balance)`);
    expect(rows).toEqual([{ n: 0 }]);
  });

  const [one, other] = [agent.balance.id, subagent.balance.id];
  const last = `(select max(seq) from ledger.posting where account_id = ${one})`;
  const cases: [string, string, RegExp][] = [
    ['a balance', `update ledger.account set balance = balance + 1 where id = ${one}`, /balance differs/],
    [
      'an amount',
      `update ledger.posting set amount = amount + 1 where account_id = ${one} and seq = 1`,
      /wrong balance after[\s\S]*do not sum to zero/,
    ],
    ['a balance after', `update ledger.posting set balance = 5 where account_id = ${one} and seq = 2`, /wrong balance/],
    [
      'a posting that is gone',
      `delete from ledger.posting where account_id = ${one} and seq = 2`,
      /gap in the sequence/,
    ],
    [
      'the last posting gone',
      `delete from ledger.posting where account_id = ${one} and seq = ${last}`,
      /missing or added/,
    ],
    [
      'a posting too many',
      `insert into ledger.posting select account_id, seq + 1, at, transaction_id, customer_id, 5, balance + 5
       from ledger.posting where account_id = ${other} and seq = (select max(seq) from ledger.posting where account_id = ${other})`,
      /missing or added/,
    ],
    [
      'a transaction that is gone',
      `delete from ledger.transaction where id = (select min(id) from ledger.transaction)`,
      /postings without a transaction/,
    ],
    [
      'a hold',
      `update ledger.hold set remaining = remaining - 1 where remaining > 0`,
      /frozen differs from its open holds/,
    ],
    ['what is owed below', `update ledger.account set debts_below = 3 where id = ${one}`, /debts below differ/],
    [
      'a day',
      `update ledger.daily_statement set opening = opening + 1, closing = closing + 1
       where account_id = ${other} and day = '2026-11-21'`,
      /do not chain/,
    ],
  ];
  test.each(cases)('finds %s altered by hand, says so until it is right again', async (_what, deed, expected) => {
    const tables = ['account', 'transaction', 'posting', 'hold', 'daily_statement'];
    for (const table of tables) await owner.query(`create temp table kept_${table} as table ledger.${table}`);
    await owner.query(deed);
    const found = await checkLedger(ctx);
    expect(
      found
        .map(({ problem }) => problem)
        .sort()
        .reverse()
        .join('\n'),
    ).toMatch(expected);
    expect(await findingCount.read(ctx)).toEqual([{ value: found.length }]);
    await owner.query('begin; set local session_replication_role = replica');
    for (const table of [...tables].reverse()) await owner.query(`delete from ledger.${table}`);
    for (const table of tables) {
      await owner.query(`insert into ledger.${table} select * from kept_${table}; drop table kept_${table}`);
    }
    await owner.query('commit');
    expect(await checkLedger(ctx)).toEqual([]);
    expect(await findingCount.read(ctx)).toEqual([{ value: 0 }]);
  });

  test('a run that follows only what has moved finds a balance altered by hand', async () => {
    await checkLedger(ctx, 'whole');
    await owner.query(`update ledger.account set balance = balance + 1 where id = ${one}`);
    expect(await checkLedger(ctx, it.clock.now())).toMatchObject([{ subject: `account ${one}` }]);
    await owner.query(`update ledger.account set balance = balance - 1 where id = ${one}`);
  });

  test('`npm run verify:ledger` says a line for each finding and ends with 1, beside a server that has its port', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const run = () => {
      const { status, stdout } = spawnSync(
        process.execPath,
        [join(import.meta.dirname, '../../commands/verifyLedger.ts')],
        {
          encoding: 'utf8',
          env: {
            PATH: process.env['PATH'],
            PORT: String(port),
            DATABASE_URL: it.superuserUrl,
            DATA_DIR: it.dataDirectory,
            SECRETS_KEY: EXAMPLE_SECRETS_KEY,
          },
        },
      );
      return { status, stdout };
    };
    expect(run()).toEqual({ status: 0, stdout: 'The ledger is whole\n' });
    await owner.query(`update ledger.account set balance = balance + 1 where id = ${one}`);
    expect(run()).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(new RegExp(`^account ${one}: balance differs .*\\n1 findings\\n$`)),
    });
    await owner.query(`update ledger.account set balance = balance - 1 where id = ${one}`);
    server.close();
  });
});
