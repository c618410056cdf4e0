import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type Dataset, filtered } from '../../../framework/dataset.ts';
import { countRows } from '../../../framework/list/counting.ts';
import { actorOf } from '../../identity/face.ts';
import { cardDataset } from '../list/cardDataset.ts';
import { cardFigures } from '../list/cardFigures.ts';
import { refreshCardCounters } from './countChanges.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
await sql`
    insert into cards.card (id, iccid, platform, carrier_account_id, kind, carrier_status, lifecycle, customer_id,
      package_ends_at, online_state, created_at, updated_at)
    select 5000 + n, '89860' || lpad(n::text, 15, '0'), 1, 1, 1 + n % 3, case when n % 4 = 0 then 'DEACTIVATED' else 'ACTIVATED' end,
      case when n % 4 = 0 then 'stopped' else 'activated' end, (array[10, 11, 12, 20])[1 + n % 4],
      ${host.clock.now()}::timestamptz + n * interval '1 hour', 1 + n % 2, ${host.clock.now()}, ${host.clock.now()}
    from generate_series(1, 400) n`.execute(host.db);

/** A list that treats every total as large, and one that treats none as large. */
const figuresOf = async (
  who: string,
  query: Record<string, unknown>,
  countBound: number,
  columns: Dataset['columns'] = {},
  figuresBound?: number,
  most?: number,
) => {
  const system = host.app.systemContext('test');
  const account = await host.db
    .selectFrom('identity.account')
    .select('id')
    .where('account', '=', who)
    .executeTakeFirstOrThrow();
  const acting = await actorOf(system, account.id);
  if (!acting) throw new Error(who);
  const ctx = system.actAs(acting);
  const dataset = {
    ...cardDataset,
    countBound,
    ...(figuresBound ? { figuresBound } : {}),
    ...(most ? { atMost: async () => most } : {}),
    columns: { ...cardDataset.columns, ...columns },
  };
  const rows = await filtered(listCards as never, dataset, ctx, query);
  return countRows(listCards as never, dataset, ctx, query, rows, cardFigures(ctx));
};

const ESTIMATES = { totalIsEstimate: true, figuresAreEstimates: true };
const ASKED = [
  {},
  { lifecycle: ['stopped'] },
  { kind: [1, 2], customerId: ['11', '20'] },
  { underCustomerId: '10', onlineState: [1] },
];

test('the rollup tells of every caller what counting the cards tells', async () => {
  await refreshCardCounters(host.app.systemContext('test'));
  for (const who of ['operator', 'agent', 'enterprise', 'rival']) {
    for (const query of ASKED) {
      const rolled = await figuresOf(who, query, -1);
      const counted = await figuresOf(who, query, 100_000);
      expect(rolled, `${who} ${JSON.stringify(query)}`).toEqual({ ...counted, ...ESTIMATES });
      expect(counted).toMatchObject({ totalIsEstimate: false, figuresAreEstimates: false });
    }
  }
});

test('it follows what changes, comes and goes', async () => {
  await sql`update cards.card set lifecycle = 'stopped', carrier_status = 'DEACTIVATED' where id % 7 = 0`.execute(
    host.db,
  );
  await sql`update cards.card set customer_id = 12 where id % 5 = 0`.execute(host.db);
  await sql`delete from cards.card where id % 11 = 0 or customer_id = 20`.execute(host.db);
  await refreshCardCounters(host.app.systemContext('test'));
  const rolled = await figuresOf('agent', {}, -1);
  const { total, figures } = await figuresOf('agent', {}, 100_000);
  expect(rolled).toEqual({ total, figures, ...ESTIMATES });
  const empty = await sql`select 1 from cards.card_counter where n = 0 or customer_id = 20`.execute(host.db);
  expect(empty.rows).toEqual([]);
});

test('a few thousand more cards than are looked into: the total is exact, the figures are those of the last counting', async () => {
  const now = host.clock.now();
  await sql`
    insert into cards.card (id, iccid, platform, carrier_account_id, kind, carrier_status, lifecycle, customer_id,
      online_state, created_at, updated_at)
    select 100000 + n, '89870' || lpad(n::text, 15, '0'), 1, 1, 1, 'ACTIVATED', 'activated', 11, 1, ${now}, ${now}
    from generate_series(1, 11000) n`.execute(host.db);
  await refreshCardCounters(host.app.systemContext('test'));
  const before = await figuresOf('agent', {}, 100_000, {}, 10_000);
  await sql`delete from cards.card where id between 100001 and 100010`.execute(host.db);
  const after = await figuresOf('agent', {}, 100_000, {}, 10_000);
  expect(after).toEqual({ ...before, total: before.total - 10 });
  expect(after).toMatchObject({ totalIsEstimate: false, figuresAreEstimates: true });
  // Up to this many cards every installation counts exactly, and the figures agree with the total at once.
  const exact = await figuresOf('agent', {}, 100_000);
  expect(exact).toMatchObject({ total: after.total, totalIsEstimate: false, figuresAreEstimates: false });
  expect(exact.figures['activated']).toBe((after.figures['activated'] ?? 0) - 10);
});

test('a filter the groups do not know is counted over the cards', async () => {
  const before = await figuresOf('agent', { iccidContains: '0000012' }, 100_000);
  expect(before.totalIsEstimate).toBe(false);
  expect(before.total).toBeGreaterThan(0);
});

test('nobody waits for the count of a filter without an index: it is guessed', async () => {
  const slow = { sql: sql`c.iccid`, where: () => sql<boolean>`pg_sleep(0.02) is not null` };
  const guessed = await figuresOf('agent', { iccidContains: '0000012' }, 100_000, { iccid: slow });
  expect(guessed).toMatchObject({ totalIsEstimate: true, figuresAreEstimates: true });
  expect(guessed.figures['stopped']).toBeLessThanOrEqual(guessed.total);
});

test('what the planner guesses is told no further than what is known to be the most', async () => {
  const owner = new pg.Client({ connectionString: host.ownerUrl });
  await owner.connect();
  await owner.query('analyze cards.card');
  await owner.end();
  // The planner assumes every second row for a condition it cannot analyse.
  const opaque = { sql: sql`c.iccid`, where: () => sql<boolean>`(select c.id > 0 offset 0)` };
  const asked = { iccidContains: '0000012' };
  const guessed = await figuresOf('agent', asked, 1, { iccid: opaque });
  expect(guessed).toMatchObject({ totalIsEstimate: true });
  expect(guessed.total).toBeGreaterThan(37);
  const bounded = await figuresOf('agent', asked, 1, { iccid: opaque }, undefined, 37);
  expect(bounded).toMatchObject({ total: 37, totalIsEstimate: true });
});
