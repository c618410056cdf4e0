import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { namedTests, rowsOf } from './namedTests.ts';

const root = join(import.meta.dirname, '..');
const facts = rowsOf(readFileSync(join(root, 'docs/checklist.md'), 'utf8'));
const promises = rowsOf(readFileSync(join(root, 'docs/guarantees.md'), 'utf8'));
/** Rooms, or parts of them, that are not built yet; once built, each leaves this list and its facts get tests. */
const UNBUILT = ['devices', 'marketing', 'packageOrders', 'providers', 'settlement'];

const FILLED_IN = /['`]([^'`\n]{6,}?)(?:%[sdifjo]|\$)/g;

/** Whether each part of a named test's words stands in its file, or begins as a title there that a table fills in. */
function isWritten(words: string, text: string): boolean {
  const beginnings = [...text.matchAll(FILLED_IN)].map(([, beginning = '']) => beginning);
  const plain = text.replaceAll("\\'", "'");
  const parts = words.split(/ > |%[sdifjo]/).map((part) => part.trim());
  return parts.every((part) => plain.includes(part) || beginnings.some((beginning) => part.startsWith(beginning)));
}

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

it('every test that a list names is written in its file', () => {
  const named = [...facts, ...promises].flatMap(namedTests);
  const files = new Set(named.map(({ file }) => file));
  expect(files.size).toBeGreaterThan(50);
  expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const texts = new Map([...files].map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const missing = named.filter(({ file, words }) => !isWritten(words, texts.get(file) ?? ''));
  expect(missing.map(({ file, words }) => `${file}: ${words}`)).toEqual([]);
});

it('a test that its file lost is missed, one whose title a table fills in is not', () => {
  const text = "describe('money', () => it.each(CASES)('the rule of %s', …)); test(`every screen of $name`, …)";
  for (const words of ['money > the rule of %s', 'the rule of IPv4', 'every screen of operator stands'])
    expect(isWritten(words, text)).toBe(true);
  for (const words of ['the rules', 'money > the law of %s']) expect(isWritten(words, text)).toBe(false);
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
