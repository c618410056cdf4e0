import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const root = join(import.meta.dirname, '..');
const SKIPPED = new Set(['node_modules', 'dist', '.git', 'data', 'test-results', 'playwright-report']);

export type Source = { readonly path: string; readonly text: string };

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.gen.ts') ? [path] : [];
  });
}

/** Every TypeScript file of the project, its path relative to the root. */
export const readSources = (): Source[] =>
  files(root).map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));

/** What a file imports, statically or lazily; words inside strings and comments do not count. */
export const importsOf = (text: string): string[] => [
  ...[...text.matchAll(/^\s*(?:import|export)\b[^'"`;]*?from\s+['"]([^'"]+)['"]/gm)].map((match) => match[1] as string),
  ...[...text.matchAll(/^\s*import\s+['"]([^'"]+)['"]/gm)].map((match) => match[1] as string),
  ...[...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)].map((match) => match[1] as string),
];

/** Tests, and what only tests use: the folder of the quality tests. */
export const isTest = (path: string): boolean => path.includes('.test.') || path.startsWith('apps/server/src/quality/');

/** The file behind a relative import, seen from the root. */
export const resolved = (source: Source, name: string): string => join(source.path, '..', name);

/** The text without its comments. */
export const codeOf = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s{(,;])\/\/[^\n]*/g, '$1');
