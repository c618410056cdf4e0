import { describe, expect, it } from 'vitest';
import { entryFaults, frameworkFaults, needFaults, ruleFaults, tableFaults } from './roomWalls.ts';
import { readSources, type Source } from './sources.ts';

const sources = readSources();

/** A small house with the rooms `customers` and `cards`, in this order; further files are given by their paths in `src`. */
function house(files: Readonly<Record<string, string>>): Source[] {
  const room = (name: string, needs: string) =>
    `export const ${name}Domain = domain({ name: '${name}', needs: [${needs}] });`;
  const given: Record<string, string> = {
    'domains.ts': 'export const DOMAINS: readonly Domain[] = [\n  customersDomain,\n  cardsDomain,\n];',
    'domains/customers/domain.ts': room('customers', ''),
    'domains/customers/tables.ts': `interface Tables {\n    'customers.customer': object;\n    'customers.v_customer': object;\n}`,
    'domains/cards/domain.ts': room('cards', "'customers'"),
    ...files,
  };
  return Object.entries(given).map(([path, text]) => ({ path: `apps/server/src/${path}`, text }));
}

describe('the doors of a room', () => {
  it('a room enters another only by face.ts or events.ts, and only calls rooms before it', () => {
    expect(entryFaults(sources)).toEqual([]);
  });

  it('a file behind the face is seen, and so is the face of a later room', () => {
    const wrong = house({
      'domains/cards/a.ts': "import { x } from '../customers/customerStore.ts';",
      'domains/cards/b.ts':
        "import { customerOf } from '../customers/face.ts';\nimport { y } from '../customers/events.ts';",
      'domains/customers/c.ts': "import { card } from '../cards/face.ts';\nimport { z } from '../cards/events.ts';",
    });
    expect(entryFaults(wrong)).toEqual([
      'apps/server/src/domains/cards/a.ts → customers/customerStore.ts',
      'apps/server/src/domains/customers/c.ts → cards/face.ts',
    ]);
  });
});

describe('what a room needs', () => {
  it('is what it uses: faces, events of rooms before it, published views, contributions', () => {
    expect(needFaults(sources)).toEqual([]);
  });

  it('is seen where it is missing and where it is not used', () => {
    expect(needFaults(house({}))).toEqual(['cards needs customers and does not use it']);
    expect(needFaults(house({ 'domains/cards/a.ts': "import { x } from '../customers/face.ts';" }))).toEqual([]);
    expect(needFaults(house({ 'domains/cards/a.ts': 'const q = sql`select 1 from customers.v_customer`;' }))).toEqual(
      [],
    );
    const unnamed = {
      'domains/cards/domain.ts': "export const cardsDomain = domain({ name: 'cards' });",
      'domains/cards/a.ts': "import { customerClosed } from '../customers/events.ts';",
    };
    expect(needFaults(house(unnamed))).toEqual(['cards uses customers and does not need it']);
  });
});

describe('the tables of a room', () => {
  it('are written by nobody else, and read by others only through published views', () => {
    expect(tableFaults(sources)).toEqual([]);
  });

  const faultsOf = (text: string) => tableFaults(house({ 'domains/cards/a.ts': text }));

  it.each([
    'sql`update customers.customer set name = 1`',
    'sql`insert  into customers.customer (id) values (1)`',
    'sql`delete from only customers.customer`',
    'const q = "merge into customers.customer c using x on true";',
    "db.insertInto('customers.customer')",
    "db.updateTable('customers.customer as c')",
    "db.deleteFrom('customers.v_customer')",
    "ctx.copyRows('customers.undeclared', [], [])",
    'sql`update customers.v_customer set name = 1`',
    "bindRegister(register, { table: 'customers.customer' })",
    "bindRegister(register, { table: 'customers.v_customer', columns: {} })",
  ])('a write is seen in %s', (text) => {
    expect(faultsOf(text)).toEqual([expect.stringMatching(/^cards writes customers\./)]);
  });

  it.each([
    'sql`select 1 from customers.customer c`',
    'sql`select 1 from a join lateral b on true join customers.undeclared c on true`',
    "const FIND = 'select (select name from customers.customer where id = 1)';",
    "db.selectFrom('customers.customer as c')",
    "db.selectFrom('cards.card').innerJoin('customers.customer as c', 'c.id', 'id')",
    "db.selectFrom(['cards.card', 'customers.customer'])",
    "const table = 'customers.customer';",
  ])('a read is seen in %s', (text) => {
    expect(faultsOf(text)).toEqual([expect.stringMatching(/^cards reads customers\./)]);
  });

  it.each([
    'sql`select 1 from customers.v_customer`',
    "db.selectFrom('customers.v_customer as c')",
    '// It follows customers.customer.\n/* from customers.customer */',
    "import { x } from '../customers/face.ts';\nctx.emit('customers.moved', {});",
    "db.selectFrom('cards.card')",
  ])('nothing is wrong with %s', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});

describe('rules', () => {
  it('decide without I/O and without a context', () => {
    expect(ruleFaults(sources)).toEqual([]);
  });

  const RULES = 'domains/cards/cardRules.ts';

  it.each([
    "import { sql } from 'kysely';",
    "import { readFileSync } from 'node:fs';",
    'export const may = async (ctx: Ctx) => true;',
    'export async function may() { await load(); }',
    "import { find } from './cardStore.ts';",
    "import { find } from '../customers/face.ts';",
    "import { find } from '../customers/face.ts';\nimport type { Row } from './cardStore.ts';",
  ])('are seen to be impure in %s', (text) => {
    const files = {
      [RULES]: text,
      'domains/cards/cardStore.ts': "import { sql } from 'kysely';\nexport const find = 1;",
      'domains/customers/face.ts': "export { find } from './customerStore.ts';",
      'domains/customers/customerStore.ts': "import { sql } from 'kysely';\nexport const find = 1;",
    };
    expect(ruleFaults(house(files))).toEqual([expect.stringContaining('cardRules.ts')]);
  });

  it('may use each other, the contract and what is pure behind a face', () => {
    const files = {
      [RULES]: `import { sql } from './otherRules.ts';
        import { text } from '@cardinal/primitives/text.ts';
        import { liesWithin } from '../customers/face.ts';
        import type { Row } from './cardStore.ts';
        // A ctx is only mentioned here.
        export const may = (row: Row) => liesWithin(row);`,
      'domains/cards/otherRules.ts': 'export const sql = 1;',
      'domains/cards/cardStore.ts': "import { sql } from 'kysely';",
      'domains/customers/face.ts':
        "export { liesWithin } from './customerRules.ts';\nexport { find } from './customerStore.ts';",
      'domains/customers/customerRules.ts': 'export const liesWithin = () => true;',
      'domains/customers/customerStore.ts': "import { sql } from 'kysely';",
    };
    expect(ruleFaults(house(files))).toEqual([]);
  });
});

describe('the framework', () => {
  it('imports no room', () => {
    expect(frameworkFaults(sources)).toEqual([]);
  });

  it('is seen to import one', () => {
    const wrong = house({ 'framework/app.ts': "import { authenticate } from '../domains/identity/face.ts';" });
    expect(frameworkFaults(wrong)).toEqual(['apps/server/src/framework/app.ts → ../domains/identity/face.ts']);
  });
});
