import { describe, expect, it } from 'vitest';
import { type MenuEntry, type MenuView, menuProblems, menuRows, movedKeys } from './menuRows.ts';

const entry = (key: string, parentKey: string | null, more: Partial<MenuEntry> = {}): MenuEntry => ({
  key,
  parentKey,
  kind: parentKey === null ? 'directory' : 'page',
  zh: key,
  en: key,
  icon: null,
  sort: 0,
  permissionId: null,
  editions: [],
  kinds: [],
  isVisible: true,
  isBuiltIn: true,
  isDeleted: false,
  isChanged: false,
  hasRoute: true,
  lockedBy: null,
  roles: 0,
  sets: 0,
  version: 0,
  ...more,
});
const TREE = [
  entry('/a', null),
  entry('/b', null),
  entry('/a/1', '/a'),
  entry('/a/2', '/a', { hasRoute: false }),
  entry('x.do', '/a/1', { kind: 'button', permissionId: 'x.do' }),
];
const view = (more: Partial<MenuView> = {}): MenuView => ({
  open: new Set(),
  words: '',
  kind: undefined,
  edition: undefined,
  onlyProblems: false,
  onlyChanged: false,
  ...more,
});
const keysOf = (rows: ReturnType<typeof menuRows>) => rows.map((row) => `${row.depth} ${row.entry.key}`);

describe('rows', () => {
  it('show what is unfolded', () => {
    expect(keysOf(menuRows(TREE, view()))).toEqual(['0 /a', '0 /b']);
    expect(keysOf(menuRows(TREE, view({ open: new Set(['/a']) })))).toEqual(['0 /a', '1 /a/1', '1 /a/2', '0 /b']);
  });

  it('show what a search finds with the way to it', () => {
    expect(keysOf(menuRows(TREE, view({ words: 'X.DO' })))).toEqual(['0 /a', '1 /a/1', '2 x.do']);
    expect(keysOf(menuRows(TREE, view({ onlyProblems: true })))).toEqual(['0 /a', '1 /a/2']);
    const editions = [entry('/c', null, { editions: ['consumer'] }), entry('/d', null, { editions: ['enterprise'] })];
    expect(keysOf(menuRows([...editions, entry('/e', null)], view({ edition: 'consumer' })))).toEqual(['0 /c', '0 /e']);
  });

  it('keep at the top what has lost its parent', () => {
    const rows = menuRows([entry('/c/1', '/c')], view());
    expect(keysOf(rows)).toEqual(['0 /c/1']);
    expect(rows[0]?.problems).toEqual(['lost']);
  });
});

it('finds one permission on two buttons and titles without English', () => {
  const twice = [
    entry('p1', '/a', { kind: 'button', permissionId: 'p', en: ' ' }),
    entry('p2', '/a', { kind: 'button', permissionId: 'p' }),
  ];
  const found = menuProblems([entry('/a', null), ...twice]);
  expect(found.get('p1')).toEqual(['duplicate', 'noEnglish']);
  expect(found.get('p2')).toEqual(['duplicate']);
});

it('moves an entry one step, not beyond the ends', () => {
  const level = [entry('a', null), entry('b', null), entry('c', null)];
  expect(movedKeys(level, 'b', -1)).toEqual(['b', 'a', 'c']);
  expect(movedKeys(level, 'b', 1)).toEqual(['a', 'c', 'b']);
  expect(movedKeys(level, 'a', -1)).toBeUndefined();
  expect(movedKeys(level, 'c', 1)).toBeUndefined();
});
