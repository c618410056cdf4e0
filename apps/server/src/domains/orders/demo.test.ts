import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { sweepRecords } from './records/sweepRecords.ts';

const host = await forThisFile(testApp({ demo: 'all', env: { SIMULATOR_PORT: '9' } }));
const { success, partly, failed } = FulfilmentState.values;
const { unused, using, used, unsubscribed } = PackageUsageState.values;

test('the demo sells: orders of every outcome, records in every state, and money given back', async () => {
  const states = async (table: string, column: string) => {
    const rows = await sql<{ state: number }>`
      select ${sql.ref(column)} as state from ${sql.table(table)} group by 1 order by 1`.execute(host.db);
    return rows.rows.map(({ state }) => state);
  };
  expect(await states('orders.package_order', 'fulfil_state')).toEqual([success, partly, failed]);
  expect(await states('orders.package_usage', 'state')).toEqual([unused, using, used, unsubscribed]);
  const { rows } = await sql<{ orders: string; first: Date; payers: string; given: string }>`
    select count(*) as orders, min(created_at) as first, count(distinct customer_id) as payers,
      (select count(*) from orders.unsubscription where amount > 0) as given
    from orders.package_order where customer_id in (10, 11, 12, 20)`.execute(host.db);
  expect(rows[0]).toMatchObject({ payers: '4' });
  expect(Number(rows[0]?.orders)).toBeGreaterThan(40);
  expect(Number(rows[0]?.given)).toBeGreaterThan(3);
  expect(rows[0]!.first < new Date('2026-08-15')).toBe(true);
});

test('its ledger is whole, nothing stays held, and no record is late', async () => {
  const ctx = host.app.systemContext('test');
  await foldPostings(ctx);
  expect(await verifyLedger(ctx)).toEqual([]);
  const held = await host.db
    .selectFrom('ledger.account')
    .select('id')
    .where('kind', '=', 'frozen')
    .where('balance', '<>', '0')
    .execute();
  expect(held).toEqual([]);
  expect(await sweepRecords(ctx)).toBe(0);
});

test('what cards show of their packages is what their records say', async () => {
  const { rows } = await sql<{ cards: string; wrong: string }>`
    select count(*) as cards, count(*) filter (where c.package_name is distinct from u.package_name) as wrong
    from orders.package_usage u join cards.card c on c.id = u.card_id
    where u.state = ${using} and u.is_main`.execute(host.db);
  expect(Number(rows[0]?.cards)).toBeGreaterThan(30);
  expect(rows[0]?.wrong).toBe('0');
});

test('money lies on cards of every source, some was cleared by two people, and some waits for the second', async () => {
  const { rows } = await sql<{ wallets: string; cleared: string; open: string; left: string }>`
    select count(distinct wallet) as wallets, (select count(*) from orders.balance_clearing where cleared > 0) as cleared,
      (select count(*) from orders.balance_clearing where finished_at is null) as open,
      (select count(*) from ledger.account where owner_kind = 'card' and balance > 0) as left
    from orders.card_recharge`.execute(host.db);
  expect(rows[0]).toMatchObject({ wallets: '3', cleared: '1', open: '1' });
  expect(Number(rows[0]?.left)).toBeGreaterThan(20);
});
