import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from './sourceFiles.ts';

const root = join(import.meta.dirname, '../../../..');
const folders = [
  ...['packages', 'apps'].flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`)),
  'e2e',
  'bench',
];

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
/** The package of an import: `@scope/name/part` and `name/part` belong to `@scope/name` and `name`. */
const IMPORTED = /(?:from|import|import\(|resolve\()\s*'((?:@[\w-]+\/)?[\w.-]+)[^']*'/g;

it.each(folders)('%s depends on nothing that no file of it imports', async (folder) => {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  const imported = new Set<string>();
  for (const file of await sourceFiles(join(root, folder), { withTests: true })) {
    for (const [, name] of readFileSync(file, 'utf8').matchAll(IMPORTED)) if (name) imported.add(name);
  }
  const listed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  // Type packages are used by the compiler only.
  expect(listed.filter((name) => !name.startsWith('@types/') && !imported.has(name))).toEqual([]);
});
