import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Scope, type ScopeRule, scopePlugin } from './scoping.ts';

type Tables = {
  'cards.card': { id: string; customer_id: string };
  'cards.card_tag': { card_id: string; customer_id: string };
};

const RULES = new Map<string, ScopeRule>([
  ['cards.card', { kind: 'tree', column: 'customer_id' }],
  ['cards.card_tag', { kind: 'own', column: 'customer_id' }],
]);
const plain = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const as = (scope: Partial<Extract<Scope, { everything: false }>>) =>
  plain.withPlugin(
    scopePlugin({ everything: false, customerIds: ['7', '8'], ownCustomerId: '7', accountId: '70', ...scope }, RULES),
  );

const WAYS = {
  named: { scope: {}, says: '"customer_id" = any($', values: ['{7,8}'] },
  'by a question': {
    scope: { short: sql`select within.id from tree within where within.path like ${'/1/7/%'}` },
    says: '"customer_id" in (select within.id from tree within where within.path like $',
    values: ['/1/7/%'],
  },
  whole: { scope: { short: 'whole' }, says: '"customer_id" is not null', values: [] },
} as const;

describe.each(Object.entries(WAYS))('a subtree said %s', (_, { scope, says, values }) => {
  const db = as(scope);
  const queries = {
    select: db.selectFrom('cards.card as c').selectAll().where('c.id', '=', '1'),
    'subquery of an alias': db.selectFrom(db.selectFrom('cards.card as c').select('c.id').as('inner')).selectAll(),
    update: db.updateTable('cards.card').set({ customer_id: '9' }).where('id', '=', '1'),
    delete: db.deleteFrom('cards.card').where('id', '=', '1'),
    join: db.selectFrom('cards.card_tag as t').leftJoin('cards.card as c', 'c.id', 't.card_id').select('c.id'),
  };
  test.each(Object.entries(queries))('stands in a %s', (_name, query) => {
    const compiled = query.compile();
    expect(compiled.sql).toContain(says);
    for (const value of values) expect(compiled.parameters).toContainEqual(value);
  });

  test('stands there once, also in a query within another', () => {
    const cards = db.selectFrom('cards.card_tag as t').innerJoin('cards.card as c', 'c.id', 't.card_id').select('c.id');
    const within = db.selectFrom(db.selectFrom(cards.as('inner')).select('id').as('outer')).selectAll();
    const once = cards.compile();
    const wrapped = within.compile();
    expect(wrapped.parameters).toEqual(once.parameters);
    expect(wrapped.sql).toContain(once.sql);
  });

  test('never widens what is a customer’s own', () => {
    const compiled = db.selectFrom('cards.card_tag as t').selectAll().compile();
    expect(compiled.sql).toBe('select * from "cards"."card_tag" as "t" where "t"."customer_id" = $1');
    expect(compiled.parameters).toEqual(['7']);
  });
});

test.each([
  ['somebody', { everything: false, customerIds: ['7'], ownCustomerId: '7', accountId: '70' }],
  ['one who sees everything', { everything: true }],
] as const)('of %s a narrowed scope leaves only the rows with these values', (_, scope) => {
  const narrowed = [{ table: 'cards.card', column: 'platform', values: [6] }];
  const db = plain.withPlugin(scopePlugin({ ...scope, narrowed }, RULES));
  const compiled = db.selectFrom('cards.card as c').selectAll().compile();
  expect(compiled.sql).toContain('"c"."platform" = any($');
  expect(compiled.parameters).toContainEqual([6]);
  expect(db.selectFrom('cards.card_tag').selectAll().compile().sql).not.toContain('platform');
});

test('a table without a rule is refused', () => {
  expect(() =>
    plain
      .withPlugin(scopePlugin({ everything: false, customerIds: [], ownCustomerId: '0', accountId: '0' }, new Map()))
      .selectFrom('cards.card')
      .selectAll()
      .compile(),
  ).toThrow('No scope rule');
});
