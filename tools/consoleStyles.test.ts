import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Lines of CSS in the console and in `packages/ui`. Screens use layout parts, so this only decreases. */
const MOST_LINES = 4_827;

/** Screens and parts with their own style sheet, each with what no layout part can express. */
const OWN_STYLE: Readonly<Record<string, string>> = {
  'parts/cardViews/ring.css': 'a drawing: how much of an allowance is used',
  'screens/_dashboard/dashboard.css': 'tiles of four sizes, and the wall for a screen on a wall',
  'screens/_login/login.css': 'the picture beside the form',
  'screens/_test/test.css': 'opens without the frame of the console',
  'parts/cardViews/cardDetail/timeMachine/timeMachine.css': 'a line of moments with marks upon it',
  'screens/esimManagement/_esim/esim.css': 'a drawing: the chip with its slots',
  'screens/product/_products/matrix.css': 'a table with pinned heads in both directions',
  'screens/readonlyCard/_readonly/readonly.css': 'print',
  'screens/system/_carriers/capabilityMatrix.css': 'a table with pinned heads in both directions',
  'screens/system/_carriers/codeEditor.css': 'an editor with numbered lines',
  'screens/system/_menu/menuPreview.css': 'the menu as it looks in the sidebar',
  'screens/system/_roles/roles.css': 'lines of five columns under a head that stays',
  'screens/userManagement/_customers/customers.css': 'lines of a tree',
};

const filesBelow = (folder: string, end: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => end.test(path) && !path.includes('node_modules') && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, folder, path), 'utf8') }));

const FOLDERS = ['apps/console/src', 'packages/ui/src'];
const styles = FOLDERS.flatMap((folder) => filesBelow(folder, /\.css$/));
const code = FOLDERS.flatMap((folder) => filesBelow(folder, /\.tsx?$/));

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '');

/** Every class in a style sheet, except antd's. */
const styled = new Set(
  styles.flatMap(({ text }) =>
    [...withoutComments(text).matchAll(/([^{}]+)\{/g)].flatMap(([, selector = '']) =>
      [...selector.replace(/\[[^\]]*\]/g, '').matchAll(/\.(-?[a-zA-Z][\w-]*)/g)].flatMap(([, name = '']) =>
        name.startsWith('ant-') ? [] : [name],
      ),
    ),
  ),
);

/** Words in the code's strings; a template counts by its prefix: `tone-${…}` uses every `tone-…`. */
const written = new Set<string>();
const beginnings: string[] = [];
for (const { text } of code) {
  const plain = withoutComments(text).replace(/^import .*$/gm, '');
  for (const [, single, double, template] of plain.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)) {
    for (const word of (single ?? double ?? template ?? '').replace(/\$\{[^}]*\}/g, ' ').split(/\s+/))
      written.add(word);
  }
  for (const [, beginning = ''] of plain.matchAll(/([a-z][\w-]*-)\$\{/g)) beginnings.push(beginning);
}

/** Class names set literally: `className="…"`. */
const given = new Map<string, string>();
for (const { path, text } of code) {
  for (const [, names = ''] of text.matchAll(/className="([^"]+)"/g)) {
    for (const name of names.split(/\s+/)) given.set(name, path);
  }
}

describe('the styles of the console', () => {
  it('a screen has none of its own, but for what is listed with its reason', () => {
    const own = styles.flatMap(({ path }) => (/^(screens|parts)\//.test(path) ? [path] : []));
    expect(own.sort()).toEqual(Object.keys(OWN_STYLE).sort());
  });

  it('a style is imported where it stands', () => {
    const imported = code.flatMap(({ path, text }) =>
      [...text.matchAll(/^import '(\.[^']+\.css)';$/gm)].map((match) => join(path, '..', match[1] as string)),
    );
    const packaged = code.flatMap(({ text }) =>
      [...text.matchAll(/^import '@cardinal\/ui\/([^']+\.css)';$/gm)].map((match) => match[1] as string),
    );
    const known = new Set([...imported, ...packaged]);
    expect(styles.filter(({ path }) => !known.has(path)).map(({ path }) => path)).toEqual([]);
  });

  it(`all of them have at most ${MOST_LINES} lines`, () => {
    const lines = styles.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
    expect(lines).toBeLessThanOrEqual(MOST_LINES);
  });

  it('every class of a style is used', () => {
    const isUsed = (name: string) => written.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
    expect([...styled].filter((name) => !isUsed(name))).toEqual([]);
  });

  it('every class given to an element has a style', () => {
    expect([...given].filter(([name]) => !styled.has(name)).map(([name, path]) => `${path}: ${name}`)).toEqual([]);
  });
});
