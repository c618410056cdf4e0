import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@cardinal/testing/folders.ts';
import { expect, test } from 'vitest';
import { sourceStack } from './sourceStack.ts';

// The second line of the built script, from its first column on, maps to line 7, column 3 of the source.
const MAP = {
  version: 3,
  sources: ['../../src/screens/cardsManagement/tagManagement.tsx'],
  names: [],
  mappings: ';AAME',
};

test('a stack of the console names its sources; what is not of this build stays as the browser told it', async () => {
  const folder = temporaryFolder('maps');
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/tagManagement-1a2b.js.map'), JSON.stringify(MAP));
  const stack = [
    'TypeError: undefined has no name',
    '    at render (https://console.example.com/assets/tagManagement-1a2b.js:2:1)',
    'render@https://console.example.com/assets/tagManagement-1a2b.js:2:9',
    '    at old (https://console.example.com/assets/tagManagement-0000.js:2:1)',
    '    at sneak (/assets/..%2f..%2fetc.js:1:1)',
  ].join('\n');
  expect((await sourceStack(folder, stack)).split('\n')).toEqual([
    'TypeError: undefined has no name',
    '    at render (src/screens/cardsManagement/tagManagement.tsx:7:3)',
    'render@src/screens/cardsManagement/tagManagement.tsx:7:3',
    '    at old (https://console.example.com/assets/tagManagement-0000.js:2:1)',
    '    at sneak (/assets/..%2f..%2fetc.js:1:1)',
  ]);
  await rm(folder, { recursive: true });
});
