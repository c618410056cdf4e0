import { describe, expect, it } from 'vitest';
import { REMAINING_FOLDERS } from './remainingCrossings.ts';
import { folderFaults, readRoomReadmes } from './roomFolders.ts';
import { readSources } from './sources.ts';

/** A room `cards` with the folders `rows` and `lists`, in this order; further files are given by their paths in it. */
const room = (files: Readonly<Record<string, string>>) =>
  Object.entries({
    'README.md':
      '# cards\n\n**Owns** cards, not `people/`.\n\n**Folders**, lowest first: `rows/` the row ·\n`lists/` the list.\n\nSee `x/`.\n',
    'domain.ts': "import { list } from './lists/list.ts';",
    'rows/row.ts': 'export const row = 1;',
    'lists/list.ts': "import { row } from '../rows/row.ts';",
    ...files,
  }).map(([path, text]) => ({ path: `apps/server/src/domains/cards/${path}`, text }));

describe('the folders of a room', () => {
  it('stand in the order of its README, at most 8 with at most 6,000 lines', () => {
    const faults = folderFaults([...readSources(), ...readRoomReadmes()]);
    expect(faults).toEqual([...REMAINING_FOLDERS].sort());
  });

  it('import earlier folders and what stands below all of them', () => {
    const files = {
      'cardTables.ts': "import type { Kind } from './kinds.ts';",
      'kinds.ts': 'export type Kind = 1;',
      'events.ts': "import type { Row } from './cardTables.ts';",
      'rows/store.ts': "import type { Row } from '../cardTables.ts';\nimport { carded } from '../events.ts';",
      'rows/row.test.ts': "import { cardsDomain } from '../domain.ts';\nimport { list } from '../lists/list.ts';",
      'lists/more.ts': "import { list } from './list.ts';\nimport { row } from '../rows/row.ts';",
      'face.ts': "export { row } from './rows/row.ts';",
    };
    expect(folderFaults(room(files))).toEqual([]);
  });

  it.each([
    ["import { list } from '../lists/list.ts';", 'lists'],
    ["import type { List } from '../lists/list.ts';", 'lists'],
    ["export { list } from '../lists/list.ts';", 'lists'],
    ["const lists = () => import('../lists/list.ts');", 'lists'],
    ["import { cardsDomain } from '../domain.ts';", 'domain.ts'],
    ["import { row } from '../face.ts';", 'face.ts'],
    ["import { demo } from '../demo.ts';", 'demo.ts'],
  ])('do not climb with %s', (text, to) => {
    const files = {
      'rows/wrong.ts': text,
      'face.ts': 'export const row = 1;',
      'demo.ts': "import { past } from './past.ts';",
      'past.ts': "import { demo } from './demo.ts';\nimport { row } from './rows/row.ts';",
    };
    expect(folderFaults(room(files))).toEqual([`cards: rows → ${to}`]);
  });

  it('are all placed, and nothing is placed that is not there', () => {
    const faults = folderFaults(room({ 'tags/tag.ts': '', 'lists/list.ts': '' }));
    expect(faults).toEqual(['cards: README does not place tags']);
    const readme = { 'README.md': '**Folders**, lowest first: `rows/` · `tags/` · `lists/`' };
    expect(folderFaults(room(readme))).toEqual(['cards: README places tags, not there']);
    expect(folderFaults(room({ 'README.md': '# cards' }))).toContain('cards: README does not place rows');
  });

  it('are seen when there are too many of them, or too many lines', () => {
    const line = 'export const a = 1;\n';
    expect(folderFaults(room({ 'rows/long.ts': line.repeat(6_001), 'rows/a.test.ts': line }))).toEqual([
      'cards: 6001 lines',
    ]);
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const many = Object.fromEntries(names.map((name) => [`${name}/file.ts`, '']));
    expect(folderFaults(room(many))).toContain('cards: 9 folders');
  });
});
