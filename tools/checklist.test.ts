import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const FOLDERS: Readonly<Record<string, string>> = {
  primitives: 'packages/primitives/src',
  contract: 'packages/contract/src',
  console: 'apps/console/src',
  server: 'apps/server/src',
};

/** `server/quality/checklist` is a file of tests, `e2e/guard` a journey, `torture/stop` a long run. */
function fileOf(short: string): string {
  const [area = '', ...rest] = short.split('/');
  if (area === 'e2e' || area === 'torture') return `${short}.${area}.ts`;
  return `${FOLDERS[area] ?? area}/${rest.join('/')}.test.ts`;
}

/** A test as a row of the list names it: its file between backticks, then its words up to the next file. */
const NAMED = /`([a-z0-9]+(?:\/\w+)+)` ([^|]+?)(?=; (?:`|[^`|]* wait)|;? `|\)? \|)/g;

const rowsOf = (list: string): string[] =>
  readFileSync(join(root, list), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:---|Fact|Promise)/.test(line));

const facts = rowsOf('docs/checklist.md');
const promises = rowsOf('docs/guarantees.md');

it('every fact has a test or says what it waits for', () => {
  expect(facts.length).toBeGreaterThan(100);
  expect(facts.filter((row) => !/`\w+\/[\w/]+`|waits? for: \w/.test(row))).toEqual([]);
});

it('every promise has a test in every run', () => {
  expect(promises.length).toBeGreaterThan(20);
  expect(promises.filter((row) => !/`\w+\/[\w/]+`/.test(row.split(' | ')[1] ?? ''))).toEqual([]);
});

it.each([
  ['facts', facts, 150],
  ['promises', promises, 60],
])('every test that the list of %s names exists', (_list, rows, least) => {
  const named = rows.flatMap((row) => [...row.matchAll(NAMED)].map(([, file = '', words = '']) => ({ file, words })));
  expect(named.length).toBeGreaterThan(least);
  const missing = named.filter(({ file, words }) => {
    const path = join(root, fileOf(file));
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(words);
  });
  expect(missing).toEqual([]);
});

it('no test stands in a file that no run takes up', () => {
  const written = globSync('{apps,packages,tools,e2e,torture}/**/*.{test,e2e,torture}.{ts,tsx,js,mjs}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  const taken = /^(?:(?:apps|packages|tools)\/.*\.test\.ts|e2e\/[^/]+\.e2e\.ts|torture\/.*\.torture\.ts)$/;
  expect(written.filter((path) => !taken.test(path))).toEqual([]);
  expect(written.length).toBeGreaterThan(150);
});
