import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const console_ = 'apps/console/src';

const paths = readdirSync(join(root, console_), { recursive: true, encoding: 'utf8' });

/** Every file of the console with what it imports, both by their path below `apps/console/src`. */
const sources = paths
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(root, console_, path), 'utf8');
    const imports = [...text.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)];
    return { path, text, imports: imports.map((match) => join(path, '..', match[1] as string)) };
  });

/** `screens/system/_roles/GrantTree.tsx` → `screens`; a file at the top stands for itself. */
const areaOf = (path: string) => path.split('/')[0] as string;

/** `screens/_login/Captcha.tsx` and `screens/login.tsx` are of the section `login`. */
const sectionOf = (path: string) => /^screens\/_?([^/.]+)/.exec(path)?.[1];

/** `parts/cards/CardStatus.tsx` → `cards`. */
const partOf = (path: string) => /^parts\/([^/]+)\//.exec(path)?.[1];

const importing = (isWrong: (from: string, to: string) => boolean): string[] =>
  sources.flatMap(({ path, imports }) => imports.filter((to) => isWrong(path, to)).map((to) => `${path} → ${to}`));

/**
 * What each area may import besides itself. The kit and the shell import each other: forms are guarded, the frame has lists.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'main.tsx': ['shell', 'http'],
  http: ['shell'],
  shell: ['http', 'kit'],
  kit: ['http', 'shell'],
  parts: ['http', 'shell', 'kit'],
  screens: ['http', 'shell', 'kit', 'parts'],
};

describe('the walls of the console', () => {
  it('http, shell and kit know no parts, parts no screens, and only the route files load a screen', () => {
    expect(
      importing((from, to) => areaOf(from) !== areaOf(to) && !MAY_IMPORT[areaOf(from)]?.includes(areaOf(to))),
    ).toEqual([]);
    // `explanationOf.ts` loads what «?» says beside the screens.
    const loading = sources.flatMap(({ path, text }) => (/'(\.\.\/)+screens\//.test(text) ? [path] : []));
    expect(loading.sort()).toEqual(['shell/help/explanationOf.ts', 'shell/screenFiles.ts']);
  });

  it('no section imports another: what they share lives in parts/<domain>', () => {
    expect(
      importing(
        (from, to) => sectionOf(to) !== undefined && areaOf(from) === 'screens' && sectionOf(from) !== sectionOf(to),
      ),
    ).toEqual([]);
  });

  it('what is read of the server is read by useRead, which knows its key', () => {
    const outside = sources.filter(({ path, text }) => !/^(http|shell|kit)\//.test(path) && /\buseQuery\b/.test(text));
    expect(outside.map(({ path }) => path)).toEqual([]);
  });

  it('whatever is exported, one sheet asks for its columns', () => {
    expect(importing((from, to) => to === 'kit/export/useExport.ts' && from !== 'kit/export/ExportSheet.tsx')).toEqual(
      [],
    );
  });

  it('parts are named by the rooms of the server', () => {
    const rooms = new Set(readdirSync(join(root, 'apps/server/src/domains')));
    const named = new Set(paths.flatMap((path) => partOf(path) ?? []));
    expect([...named].filter((name) => !rooms.has(name))).toEqual([]);
  });

  it('parts do not import each other in a circle', () => {
    const next = (part: string) =>
      new Set(
        sources
          .filter(({ path }) => partOf(path) === part)
          .flatMap(({ imports }) => imports.flatMap((to) => partOf(to) ?? []))
          .filter((to) => to !== part),
      );
    const circles: string[] = [];
    const walk = (part: string, way: readonly string[]) => {
      if (way.includes(part)) circles.push([...way.slice(way.indexOf(part)), part].join(' → '));
      else for (const to of next(part)) walk(to, [...way, part]);
    };
    for (const part of new Set(paths.flatMap((path) => partOf(path) ?? []))) walk(part, []);
    expect(circles).toEqual([]);
  });
});
