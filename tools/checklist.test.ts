import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { namedTests, rowsOf } from './namedTests.ts';

const root = join(import.meta.dirname, '..');
const facts = rowsOf(readFileSync(join(root, 'docs/checklist.md'), 'utf8'));
const promises = rowsOf(readFileSync(join(root, 'docs/guarantees.md'), 'utf8'));
/** Rooms, or parts of them, that are not built yet; once built, each leaves this list and its facts get tests. */
const UNBUILT = ['devices', 'marketing', 'packageOrders', 'providers', 'settlement'];

it('every fact names its test, or the room that is not built yet', () => {
  expect(facts.length).toBeGreaterThan(100);
  expect(facts.filter((row) => namedTests(row).length === 0 && !/\| waits for: \w+ \|$/.test(row))).toEqual([]);
  const awaited = facts.flatMap((row) => [...row.matchAll(/waits? for: (\w+)/g)].map(([, room]) => room));
  expect([...new Set(awaited)].sort()).toEqual(UNBUILT);
  expect(UNBUILT.filter((room) => existsSync(join(root, 'apps/server/src/domains', room)))).toEqual([]);
});

it('every promise has a test in every run', () => {
  expect(promises.length).toBeGreaterThan(20);
  expect(promises.filter((row) => namedTests(`| ${row.split(' | ')[1] ?? ''} |`).length === 0)).toEqual([]);
});

it('every file of tests that a list names exists', () => {
  const files = new Set([...facts, ...promises].flatMap((row) => namedTests(row).map(({ file }) => file)));
  expect(files.size).toBeGreaterThan(50);
  expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([]);
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
