import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { globalSearch } from '@cardinal/contract/api/cardViews/search.ts';
import { readDailyUsage } from '@cardinal/contract/api/usage/usage.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { type TestApp, testApp } from '@cardinal/testing/app.ts';
import { CITUS, citusDatabase } from '@cardinal/testing/citusDatabase.ts';
import type { TestDatabase } from '@cardinal/testing/database.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockForUsage } from '../domains/cards/face.ts';
import { type DailyReading, recordDailyUsage } from '../domains/usage/recordUsage.ts';
import { DOMAINS } from '../domains.ts';
import { placementMap } from '../framework/registry.ts';
import type { Tables } from '../framework/tables.ts';
import { QUIET } from '../runtime/log.ts';
import { migrate } from '../runtime/migrate.ts';
import { place } from '../runtime/place.ts';
import { runSeparateProcesses } from './separateProcesses.ts';

const map = placementMap(DOMAINS);
const SPREAD = Object.keys(map).filter((table) => map[table]?.kind === 'distributed');
const placeAll = ({ ownerUrl }: { readonly ownerUrl: string }) => place({ ownerUrl, map, log: QUIET });

/** An empty database of the cluster, migrated and placed. */
async function placedDatabase(): Promise<TestDatabase<Tables>> {
  const base = await citusDatabase(CITUS as string);
  await migrate({ ownerUrl: base.ownerUrl, log: QUIET });
  await placeAll(base);
  return base;
}

async function asOwner({ ownerUrl }: { readonly ownerUrl: string }, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const rowsIn = async (db: TestDatabase<Tables>['db']) =>
  Object.fromEntries(
    await Promise.all(
      SPREAD.map(async (table) => {
        const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(db);
        return [table, Number(rows[0]?.n)] as const;
      }),
    ),
  );

describe.skipIf(!CITUS)('on a Citus cluster (CITUS_TEST_URL)', () => {
  test('placing an empty database distributes the history of cards and nothing else, and again changes nothing', async () => {
    const base = await citusDatabase(CITUS as string);
    try {
      await migrate({ ownerUrl: base.ownerUrl, log: QUIET });
      const first = await placeAll(base);
      expect(first.filter(({ what }) => what === 'distributed').map(({ table }) => table)).toEqual(SPREAD);
      expect((await placeAll(base)).every(({ what }) => what === 'as it was')).toBe(true);
      // Somebody placed tables by hand: one too many, and one too few.
      await asOwner(base, "select create_distributed_table('cards.imei_seen', 'card_id')");
      await asOwner(base, "select undistribute_table('usage.reading')");
      expect((await placeAll(base)).filter(({ what }) => what !== 'as it was')).toEqual([
        { table: 'cards.imei_seen', what: 'brought back', rows: 0 },
        { table: 'usage.reading', what: 'distributed', rows: 0 },
      ]);
      // A run was killed between distributing a table and dropping the rows it was copied from.
      await asOwner(base, "select undistribute_table('usage.card_day')");
      await asOwner(base, 'create table usage.card_day_any partition of usage.card_day default');
      await asOwner(
        base,
        "insert into usage.card_day (card_id, day, bytes, customer_id) values (1, '2026-11-17', 7, 1)",
      );
      await asOwner(
        base,
        "select create_distributed_table('usage.card_day', 'card_id', colocate_with => 'usage.reading')",
      );
      const copied = () =>
        sql<{ bytes: string }>`
        select sum(pg_relation_size(relid)) as bytes from pg_partition_tree('usage.card_day')`.execute(base.db);
      expect((await copied()).rows).not.toEqual([{ bytes: '0' }]);
      expect((await placeAll(base)).every(({ what }) => what === 'as it was')).toBe(true);
      expect((await copied()).rows).toEqual([{ bytes: '0' }]);
      expect((await rowsIn(base.db))['usage.card_day']).toBe(1);
      const { rows } = await sql<{ groups: number }>`
        select count(distinct colocation_id)::int as groups from citus_tables
        where citus_table_type = 'distributed'`.execute(base.db);
      expect(rows).toEqual([{ groups: 1 }]);
    } finally {
      await base.close();
    }
  });

  describe('filled with the demo before it is placed', () => {
    let world: TestApp;
    beforeAll(async () => {
      const base = await citusDatabase(CITUS as string);
      await migrate({ ownerUrl: base.ownerUrl, log: QUIET });
      world = await testApp({ demo: 'all', on: base });
      const before = await rowsIn(world.db);
      const moved = (await placeAll(world)).filter(({ what }) => what === 'distributed');
      // Every row has moved and is still there.
      expect(Object.fromEntries(moved.map(({ table, rows }) => [table, rows]))).toEqual(before);
      expect(await rowsIn(world.db)).toEqual(before);
    }, 600_000);
    afterAll(() => world?.stop());

    test.each(['admin', 'agent'])(
      'every question of %s is answered, each list in each order',
      async (account) => {
        const caller = await world.as(account);
        const failed: string[] = [];
        const ask = async (endpoint: Endpoint, query: object) => {
          const answer = await caller.call(endpoint, { ...endpoint.example, query } as never);
          if (answer.status >= 500) failed.push(`${endpoint.name} ${JSON.stringify(query)}: ${answer.status}`);
        };
        for (const { endpoint } of DOMAINS.flatMap(({ routes }) => routes)) {
          if (endpoint.method !== 'GET' || endpoint.kind !== 'json') continue;
          await ask(endpoint, endpoint.example?.query ?? {});
          if (!('defaultSort' in endpoint)) continue;
          const { fields } = endpoint as unknown as ListEndpoint;
          for (const [name, field] of Object.entries(fields)) {
            if (field.sortable) await ask(endpoint, { ...endpoint.example?.query, sort: `-${name}` });
          }
        }
        expect(failed).toEqual([]);
      },
      600_000,
    );
  });

  describe('placed before it is filled', () => {
    let world: TestApp;
    beforeAll(async () => {
      world = await testApp({ demo: 'all', on: await placedDatabase() });
    }, 600_000);
    afterAll(() => world?.stop());

    test('the days of the demo’s cards lie on the workers and add up to the totals on the coordinator', async () => {
      const { rows } = await sql<{ days: string; totals: string }>`
        select (select sum(bytes) from usage.card_day)::text as days,
          (select sum(bytes) from usage.customer_day)::text as totals`.execute(world.db);
      expect(rows[0]?.days).toBe(rows[0]?.totals);
      expect(Number(rows[0]?.days)).toBeGreaterThan(0);
    });

    test('a card is listed, found by the end of its number and shown with its days', async () => {
      const admin = await world.as('admin');
      const { list } = await admin.ask(listCards, { query: { flowUsedFrom: '1' } as never });
      const [card] = list as readonly { id: string; iccid: string }[];
      if (!card) throw new Error('the demo has no card with usage');
      const found = await admin.ask(globalSearch, { query: { q: card.iccid.slice(-8) } });
      expect(JSON.stringify(found)).toContain(card.iccid);
      const { days } = await admin.ask(readDailyUsage, { query: { cardId: card.id, days: 30 } });
      expect(days.some(({ bytes }) => bytes !== null)).toBe(true);
    });

    test('readings that come at once are added up exactly', async () => {
      const day = '2026-11-17';
      const cards = await world.db
        .selectFrom('cards.card')
        .select(['id', 'customer_id'])
        .orderBy('id')
        .limit(40)
        .execute();
      const total = async (table: 'usage.card_day' | 'usage.customer_day') => {
        const { sum } = await world.db
          .selectFrom(table)
          .select((on) => on.fn.sum<string>('bytes').as('sum'))
          .where('day', '=', day)
          .executeTakeFirstOrThrow();
        return BigInt(sum);
      };
      const record = (readings: readonly DailyReading[]) =>
        world.app.systemContext('test').transact(async (inside) => {
          const ids = readings.map(({ cardId }) => cardId);
          await lockForUsage(inside, ids, inside.clock.now());
          await recordDailyUsage(inside, readings);
        });
      const lanes = Array.from({ length: 6 }, async (_, lane) => {
        for (let turn = 1; turn <= 10; turn += 1) {
          const bytes = String(1_000 * turn + lane);
          await record(cards.map(({ id, customer_id }) => ({ cardId: id, customerId: customer_id, day, bytes })));
        }
      });
      await Promise.all(lanes);
      expect(await total('usage.customer_day')).toBe(await total('usage.card_day'));
    }, 120_000);
  });

  test('two webs and two workers import 5,000 cards and stop 1,000, each once, although one of each is killed', async () => {
    await runSeparateProcesses({ rows: 5_000, cards: 1_000, withinMs: 240_000 }, await placedDatabase());
  }, 600_000);
});
