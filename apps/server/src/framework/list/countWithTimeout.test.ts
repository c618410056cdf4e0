import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { AnyQuery } from '../dataset.ts';
import { countWithTimeout } from './countWithTimeout.ts';

/**
 * Every fifth row has size 7, and exactly these are stopped: the planner treats the conditions as independent and expects a
 * fifth of a fifth.
 */
const host = await forThisFile(testApp({ demo: 'people' }));
const now = host.clock.now();
await sql`
  insert into cards.card (id, iccid, platform, carrier_account_id, kind, size, carrier_status, lifecycle, customer_id,
    online_state, created_at, updated_at)
  select 1000 + n, '89870' || lpad(n::text, 15, '0'), 1, 1, 1, case when n % 5 = 0 then 7 else 1 end, 'ACTIVATED',
    case when n % 5 = 0 then 'stopped' else 'activated' end, 11, 1, ${now}, ${now}
  from generate_series(1, 15000) n`.execute(host.db);
// Only the owner may analyse a table.
const owner = new pg.Client({ connectionString: host.ownerUrl });
await owner.connect();
await owner.query('analyze cards.card');
await owner.end();

/** Within the time a list has for it: a busy machine estimates, and counts the next time. */
const counted = (size: number, of: { bound: number; isSmall: boolean }, expected: object) =>
  expect.poll(() => count(size, of)).toMatchObject(expected);

const count = (size: number, of: { bound: number; isSmall: boolean }) => {
  const ctx = host.app.systemContext('test');
  return countWithTimeout({
    ctx,
    rows: ctx.db.selectFrom('cards.card as c').where('c.size', '=', size) as unknown as AnyQuery,
    figures: { stopped: { where: sql<boolean>`c.lifecycle = 'stopped'` } },
    bound: of.bound,
    figuresBound: 100,
    most: async () => undefined,
    table: 'cards.card',
    isSmall: async () => of.isSmall,
  });
};

test('a short list is counted, figures and all', async () => {
  await counted(
    7,
    { bound: 100_000, isSmall: true },
    { total: 3_000, totalIsEstimate: false, figures: { stopped: 3_000 }, figuresAreEstimates: false },
  );
});

test('of a long one the total is counted, and rows all over the table tell what goes together with the filter', async () => {
  await counted(
    7,
    { bound: 100_000, isSmall: false },
    { total: 3_000, totalIsEstimate: false, figures: { stopped: 3_000 }, figuresAreEstimates: true },
  );
});

test('where it is not counted to the end, they tell how many there are too', async () => {
  const { total, totalIsEstimate, figures } = await count(7, { bound: 2_500, isSmall: false });
  expect(totalIsEstimate).toBe(true);
  expect(total).toBeGreaterThan(2_500);
  expect(total).toBeLessThan(3_600);
  expect(figures['stopped']).toBe(total);
});

test('few that the planner took for many are counted after all', async () => {
  await sql`update cards.card set size = 9 where id between 1001 and 1040`.execute(host.db);
  await counted(9, { bound: 100_000, isSmall: false }, { total: 40, figuresAreEstimates: false });
});
