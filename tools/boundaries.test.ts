import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const SKIPPED = new Set(['node_modules', 'dist', '.git', 'data', 'test-results', 'playwright-report']);

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.gen.ts') ? [path] : [];
  });
}

const sources = files(root).map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));

/** Which workspace a file lives in, and what its package.json lists. */
const workspaces = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => {
    const folder = `${group}/${name}`;
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
      devDependencies?: Record<string, string>;
    };
    return { folder, listed: new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) };
  }),
);

/** What a file imports, statically or lazily; words inside strings and comments do not count. */
const importsOf = (text: string): string[] => [
  ...[...text.matchAll(/^\s*(?:import|export)\b[^'"`;]*?from\s+['"]([^'"]+)['"]/gm)].map((match) => match[1] as string),
  ...[...text.matchAll(/^\s*import\s+['"]([^'"]+)['"]/gm)].map((match) => match[1] as string),
  ...[...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)].map((match) => match[1] as string),
];

/** Tests, and what only tests use: the folder of the quality tests. */
const isTest = (path: string) => path.includes('.test.') || path.startsWith('apps/server/src/quality/');

/** What everything may use in tests beside its own list. */
const EVERYWHERE = new Set(['vitest', 'fast-check']);

/** Rooms in their order, read from the one list; the imports above it are sorted by name. */
function rooms(): string[] {
  const text = readFileSync(join(root, 'apps/server/src/domains.ts'), 'utf8');
  const list = /DOMAINS[^=]*= \[([^\]]*)\]/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/(\w+)Domain\b/g)].map((match) => match[1] as string);
}

describe('the walls of the house', () => {
  it('a workspace imports only what its package.json lists', () => {
    const wrong = workspaces.flatMap(({ folder, listed }) =>
      sources
        .filter((source) => source.path.startsWith(`${folder}/`))
        .flatMap((source) =>
          importsOf(source.text)
            .filter((name) => !name.startsWith('.') && !name.startsWith('node:') && !name.startsWith('/'))
            .map((name) =>
              name
                .split('/')
                .slice(0, name.startsWith('@') ? 2 : 1)
                .join('/'),
            )
            .filter((name) => !listed.has(name) && !EVERYWHERE.has(name))
            .filter((name) => !(isTest(source.path) && name.startsWith('@cardinal/testing')))
            .filter((name) => name !== 'virtual:' && !name.startsWith('virtual:'))
            .map((name) => `${source.path} → ${name}`),
        ),
    );
    expect(wrong).toEqual([]);
  });

  it('no import climbs out of its workspace', () => {
    const wrong = sources.flatMap((source) => {
      const home = workspaces.find(({ folder }) => source.path.startsWith(`${folder}/`))?.folder;
      if (!home) return [];
      return importsOf(source.text)
        .filter((name) => name.startsWith('.'))
        .filter((name) => !join(source.path, '..', name).startsWith(`${home}/`))
        .map((name) => `${source.path} → ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('a room enters another only by face.ts or events.ts, and only calls rooms before it', () => {
    const order = rooms();
    const wrong = sources.flatMap((source) => {
      const home = /^apps\/server\/src\/domains\/(\w+)\//.exec(source.path)?.[1];
      if (!home || isTest(source.path)) return [];
      return importsOf(source.text).flatMap((name) => {
        const target = /^apps\/server\/src\/domains\/(\w+)\/(.+)$/.exec(join(source.path, '..', name));
        if (!name.startsWith('.') || !target || target[1] === home) return [];
        const [, room, file] = target as unknown as [string, string, string];
        if (file === 'events.ts') return [];
        const isBefore = order.indexOf(room) >= 0 && order.indexOf(room) < order.indexOf(home);
        return file === 'face.ts' && isBefore ? [] : [`${source.path} → ${room}/${file}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('a store writes only in the schema of its room', () => {
    const wrong = sources.flatMap((source) => {
      const home = /^apps\/server\/src\/domains\/(\w+)\//.exec(source.path)?.[1];
      if (!home || isTest(source.path)) return [];
      return [...source.text.matchAll(/(?:insertInto|updateTable|deleteFrom)\('(\w+)\./g)]
        .filter(
          (match) =>
            match[1]?.toLowerCase() !== home.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`) && match[1] !== home,
        )
        .map((match) => `${source.path} writes ${match[1]}`);
    });
    expect(wrong).toEqual([]);
  });

  it('no file is longer than 400 lines and no folder is a drawer for anything', () => {
    const long = sources
      .filter((source) => source.text.split('\n').length > 401)
      .map((source) => `${source.path}: ${source.text.split('\n').length}`);
    const drawers = sources.filter((source) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.tsx?$)/.test(source.path));
    expect(long).toEqual([]);
    expect(drawers.map((source) => source.path)).toEqual([]);
  });

  it('no test throws away or replaces the modules that the files of a process share', () => {
    const wrong = sources.filter(({ path, text }) => isTest(path) && /\bvi\.(resetModules|mock|doMock)\(/.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('what could not be loaded can be tried again: `LoadFailed`, not a bare error state', () => {
    const wrong = sources
      .filter(({ path }) => path.startsWith('apps/console/src/') && !path.endsWith('kit/LoadFailed.tsx'))
      .filter(({ text }) => /<ErrorState[^\n]*rror\.message[^\n]*\/>/.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('nothing re-exports a folder', () => {
    expect(sources.filter((source) => /(^|\/)index\.tsx?$/.test(source.path)).map((source) => source.path)).toEqual([]);
  });

  it('chance and the present come from the context, not from the machine', () => {
    const wrong = sources
      .filter((source) => /^(apps\/server\/src\/domains|packages\/(contract|primitives))\//.test(source.path))
      .filter((source) => !isTest(source.path) && !/primitives\/src\/(clock|random)\.ts$/.test(source.path))
      .filter((source) => /Math\.random\(|Date\.now\(|new Date\(\)/.test(source.text))
      .map((source) => source.path);
    expect(wrong).toEqual([]);
  });
});
