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

/** `server/quality/checklist` is a file of tests, `e2e/guard` a journey. */
function fileOf(short: string): string {
  const [area = '', ...rest] = short.split('/');
  return area === 'e2e' ? `e2e/${rest.join('/')}.e2e.ts` : `${FOLDERS[area]}/${rest.join('/')}.test.ts`;
}

/** A test as a row of the list names it: its file between backticks, then its words up to the next file. */
const NAMED = /`([a-z0-9]+(?:\/\w+)+)` ([^|]+?)(?=; (?:`|[^`|]* wait)|;? `|\)? \|)/g;

const rows = readFileSync(join(root, 'docs/checklist.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| Fact'));

it('every fact has a test or says what it waits for', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((row) => !/`\w+\/[\w/]+`|waits? for: \w/.test(row))).toEqual([]);
});

it('every test that the list of facts names exists', () => {
  const named = rows.flatMap((row) => [...row.matchAll(NAMED)].map(([, file = '', words = '']) => ({ file, words })));
  expect(named.length).toBeGreaterThan(150);
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
