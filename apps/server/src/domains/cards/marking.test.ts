import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COUNTED_COLUMNS } from './marking.ts';

const server = join(import.meta.dirname, '../..');

/** The program without its tests; the demo writes cards by thousands and has them counted when it has written all. */
const SOURCES = globSync('**/*.ts', { cwd: server })
  .filter((path) => !/\.test\.ts$|(^|\/)demo(\/|[\w]*\.ts$)/.test(path))
  .map((path) => ({ path, text: readFileSync(join(server, path), 'utf8') }));

const WRITE =
  /(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?cards\.card\b|(?:insertInto|updateTable|deleteFrom|mergeInto|copyRows)\(\s*'cards\.card(?: as \w+)?'/gi;

/** Whether a statement says that it writes no column that is counted; values taken from elsewhere may hold any. */
function writesNothingCounted(statement: string): boolean {
  const [set = ''] = statement.split(/\bwhere\b/);
  const sets = (column: string) => new RegExp(`\\b${column}\\s*[=:]`).test(set);
  return /^\W*update/i.test(set) && !set.includes('...') && !COUNTED_COLUMNS.some(sets);
}

function unmarked(sources: readonly { path: string; text: string }[]): string[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(WRITE)].flatMap(({ index, 0: write }) => {
      const before = text.slice(0, index);
      const statement = text.slice(index, text.indexOf('.execute', index) + 1 || undefined);
      // A fragment that is completed elsewhere in its function is judged by the whole function.
      const opening = before.slice(Math.max(0, ...[';\n', '=> {\n', '=>\n'].map((end) => before.lastIndexOf(end))));
      const isMarked = /\bmark(?:ed|ing)\(|cards\.uncounted_card/.test(opening + statement);
      return isMarked || writesNothingCounted(statement) ? [] : [`${path}: ${write}`];
    }),
  );
}

test('every statement that changes what cards are counted as marks them', () => {
  expect(unmarked(SOURCES)).toEqual([]);
  // What it looks for is there.
  const writes = SOURCES.flatMap(({ path, text }) => [...text.matchAll(WRITE)].map(() => path));
  expect(writes.length).toBeGreaterThan(12);
  expect(writes.filter((path) => !path.startsWith('domains/cards/'))).toEqual([]);
});

test.each([
  "await sql`update cards.card set lifecycle = 'stopped' where id = 1`.execute(db);",
  'await sql`insert into cards.card (id) values (1)`.execute(db);',
  'await sql`delete from cards.card where id = 1`.execute(db);',
  "await db.updateTable('cards.card').set({ province: 11 }).where('id', '=', id).execute();",
  "await db.updateTable('cards.card').set({ ...change, updated_at: now }).execute();",
  "await marking(db, ids).updateTable('cards.card').set({ kind: 4 }).execute();\nawait db.deleteFrom('cards.card').execute();",
])('one that does not is seen: %s', (text) => {
  expect(unmarked([{ path: 'wrong.ts', text }])).toHaveLength(1);
});

test.each([
  "await sql`update cards.card set last_sync_at = now() where lifecycle = 'x'`.execute(db);",
  'const gone = marked(sql`delete from cards.card where id = 1 returning id`).execute(db);',
  "await db.updateTable('cards.card').set({ refreshed_at: now }).where('customer_id', '=', id).execute();",
])('one that need not, or does, is not: %s', (text) => {
  expect(unmarked([{ path: 'right.ts', text }])).toEqual([]);
});
