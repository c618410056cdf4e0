import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operationObject } from '@cardinal/contract/operationObjects.ts';
import { expect, it } from 'vitest';
import { sourceFiles } from './sourceFiles.ts';

it('every kind of object in the operation log has a word', async () => {
  const nameless = new Set<string>();
  for (const file of await sourceFiles(join(import.meta.dirname, '..'))) {
    for (const [, kind] of (await readFile(file, 'utf8')).matchAll(/objectKind: '(\w+)'/g)) {
      if (kind && !operationObject(kind)) nameless.add(kind);
    }
  }
  expect([...nameless]).toEqual([]);
});
