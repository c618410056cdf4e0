import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, isTest, readSources, root } from './sources.ts';

const sources = readSources();

/** The workspace of a file, and the dependencies in its package.json. */
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

/** What tests may use besides their own list. */
const EVERYWHERE = new Set(['vitest', 'fast-check']);

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

  it('a screen shows what is not there yet, or could not be loaded, with `NotLoaded` and no error state of its own', () => {
    const own = sources
      .filter(({ path }) => /^apps\/console\/src\/(screens|parts)\//.test(path))
      .filter(({ text }) => /<ErrorState\b/.test(text));
    // A notice that was withdrawn is no failure to read it.
    expect(own.map(({ path }) => path)).toEqual(['apps/console/src/screens/system/_notices/ReceivedNotice.tsx']);
  });

  it('no module of the server keeps what others register: rooms contribute', () => {
    const wrong = sources
      .filter(
        ({ path, text }) =>
          path.startsWith('apps/server/src/') &&
          /\bexport (async )?function register[A-Z]\w*\([^)]*\): void/.test(text),
      )
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
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
