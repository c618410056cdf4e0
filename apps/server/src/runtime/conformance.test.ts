import { testDatabase } from '@cardinal/testing/database.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { placementViolations } from './conformance.ts';
import { BY_CARD, type PlacementMap, type TablePlacement } from './placement.ts';

const own = await forThisFile(testDatabase({ empty: true }));
const client = new pg.Client({ connectionString: own.ownerUrl });
await client.connect();
afterAll(() => client.end());

const local: TablePlacement = { kind: 'local' };

/** Creates the tables, checks them, and drops them again. */
async function judge(ddl: string, map: PlacementMap): Promise<string[]> {
  await client.query('BEGIN; CREATE SCHEMA t');
  try {
    await client.query(ddl);
    const violations = await placementViolations(client, map);
    return violations.map(({ table, rule }) => `${table} ${rule}`);
  } finally {
    await client.query('ROLLBACK');
  }
}

const CARD = 'CREATE TABLE t.card (card_id bigint PRIMARY KEY, customer_id bigint NOT NULL);';

test('a schema made for several nodes has nothing against it', async () => {
  const found = await judge(
    `${CARD}
     CREATE TABLE t.card_event (card_id bigint NOT NULL REFERENCES t.card, id bigint, PRIMARY KEY (card_id, id));
     CREATE TABLE t.usage (card_id bigint NOT NULL, day date NOT NULL, bytes bigint NOT NULL, PRIMARY KEY (card_id, day))
       PARTITION BY RANGE (day);
     CREATE TABLE t.usage_2026_01 PARTITION OF t.usage FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
     CREATE TABLE t.product (id bigint PRIMARY KEY, code text UNIQUE);
     CREATE TABLE t.account (id bigint PRIMARY KEY);
     CREATE TABLE t.posting (id bigint PRIMARY KEY, account_id bigint REFERENCES t.account, product_id bigint REFERENCES t.product);
     CREATE VIEW t.v_card AS SELECT card_id FROM t.card`,
    {
      't.card': BY_CARD,
      't.product': local,
      't.card_event': BY_CARD,
      't.usage': BY_CARD,
      't.account': local,
      't.posting': local,
    },
  );
  expect(found).toEqual([]);
});

describe('what could not be spread is named', () => {
  const cases: [string, string, PlacementMap, string[]][] = [
    ['a table nobody declared', CARD, {}, ['t.card mapped']],
    ['a declared table that is not there', CARD, { 't.card': BY_CARD, 't.ghost': local }, ['t.ghost exists']],
    [
      'a primary key without the distribution key',
      'CREATE TABLE t.e (id bigint PRIMARY KEY, card_id bigint NOT NULL)',
      { 't.e': BY_CARD },
      ['t.e primary-key'],
    ],
    ['no primary key', 'CREATE TABLE t.e (card_id bigint NOT NULL)', { 't.e': BY_CARD }, ['t.e primary-key']],
    [
      'uniqueness without the distribution key',
      `${CARD} CREATE UNIQUE INDEX ON t.card (customer_id)`,
      { 't.card': BY_CARD },
      ['t.card unique-contains-key'],
    ],
    [
      'uniqueness over an expression of the key only',
      `${CARD} CREATE UNIQUE INDEX ON t.card ((card_id + 1))`,
      { 't.card': BY_CARD },
      ['t.card unique-contains-key'],
    ],
    [
      'a key that is only carried along in the index',
      'CREATE TABLE t.e (id bigint, card_id bigint NOT NULL, PRIMARY KEY (id) INCLUDE (card_id))',
      { 't.e': BY_CARD },
      ['t.e primary-key'],
    ],
    [
      'a distribution column that is missing',
      'CREATE TABLE t.e (id bigint PRIMARY KEY)',
      { 't.e': BY_CARD },
      ['t.e key-column', 't.e primary-key'],
    ],
    [
      'a distribution column that may be null',
      'CREATE TABLE t.e (card_id bigint, id bigint PRIMARY KEY)',
      { 't.e': BY_CARD },
      ['t.e key-not-null', 't.e primary-key'],
    ],
    [
      'one key in two types',
      `${CARD} CREATE TABLE t.e (card_id int PRIMARY KEY)`,
      { 't.card': BY_CARD, 't.e': BY_CARD },
      ['t.e key-type'],
    ],
    [
      'identity and serial columns',
      'CREATE TABLE t.a (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY); CREATE TABLE t.b (id serial PRIMARY KEY)',
      { 't.a': local, 't.b': local },
      ['t.a no-sequence', 't.b no-sequence'],
    ],
    [
      'a trigger',
      `${CARD} CREATE FUNCTION t.f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
       CREATE TRIGGER touch BEFORE UPDATE ON t.card FOR EACH ROW EXECUTE FUNCTION t.f()`,
      { 't.card': BY_CARD },
      ['t.card no-trigger'],
    ],
    [
      'a rule',
      `${CARD} CREATE RULE quiet AS ON DELETE TO t.card DO INSTEAD NOTHING`,
      { 't.card': BY_CARD },
      ['t.card no-rule'],
    ],
    [
      'row security',
      `${CARD} ALTER TABLE t.card ENABLE ROW LEVEL SECURITY`,
      { 't.card': BY_CARD },
      ['t.card no-row-security'],
    ],
    [
      'inheritance',
      'CREATE TABLE t.a (id bigint PRIMARY KEY); CREATE TABLE t.b (PRIMARY KEY (id)) INHERITS (t.a)',
      { 't.a': local, 't.b': local },
      ['t.b no-inheritance'],
    ],
    [
      'an exclusion constraint on spread rows',
      'CREATE TABLE t.e (card_id bigint PRIMARY KEY, span int4range, EXCLUDE USING gist (span WITH &&))',
      { 't.e': BY_CARD },
      ['t.e no-exclusion'],
    ],
    [
      'local → distributed',
      `${CARD} CREATE TABLE t.o (id bigint PRIMARY KEY, card_id bigint REFERENCES t.card)`,
      { 't.card': BY_CARD, 't.o': local },
      ['t.o foreign-key'],
    ],
    [
      'distributed → local',
      'CREATE TABLE t.o (id bigint PRIMARY KEY); CREATE TABLE t.e (card_id bigint PRIMARY KEY, o bigint REFERENCES t.o)',
      { 't.o': local, 't.e': BY_CARD },
      ['t.e foreign-key'],
    ],
    [
      'a foreign key within the group that does not go along the key',
      `${CARD} CREATE TABLE t.e (card_id bigint PRIMARY KEY, twin bigint REFERENCES t.card)`,
      { 't.card': BY_CARD, 't.e': BY_CARD },
      ['t.e foreign-key'],
    ],
    [
      'a foreign key that would clear the distribution key',
      `${CARD} CREATE TABLE t.e (card_id bigint NOT NULL REFERENCES t.card ON DELETE SET NULL, id bigint, PRIMARY KEY (card_id, id))`,
      { 't.card': BY_CARD, 't.e': BY_CARD },
      ['t.e foreign-key'],
    ],
    [
      'two groups tied together',
      `${CARD} CREATE TABLE t.p (pool_id bigint PRIMARY KEY, card_id bigint REFERENCES t.card)`,
      { 't.card': BY_CARD, 't.p': { kind: 'distributed', group: 'pool', by: 'pool_id' } },
      ['t.p foreign-key'],
    ],
  ];
  test.each(cases)('%s', async (_name, ddl, map, expected) => {
    expect(await judge(ddl, map)).toEqual(expected);
  });
});

test('schemas kept by a library are not judged', async () => {
  await client.query('BEGIN; CREATE SCHEMA jobs; CREATE TABLE jobs.job (id serial)');
  const violations = await placementViolations(client, {}, { keptByOthers: ['jobs'] });
  await client.query('ROLLBACK');
  expect(violations).toEqual([]);
});
