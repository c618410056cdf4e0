import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LOADED_WITH_ENTRY } from './vite.config.ts';

/** What the built console may weigh, in KB after gzip. Checked where it has been built; the gate builds it first. */
const SHELL_KB = 200;
const FIRST_LIST_KB = 430;
const SCREEN_KB = 10;

type Chunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean };
type Manifest = Record<string, Chunk>;

const dist = process.env['CONSOLE_DIST'] ?? join(import.meta.dirname, 'dist');
const manifestFile = join(dist, '.vite/manifest.json');
const isBuilt = existsSync(manifestFile);
const manifest: Manifest = isBuilt ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {};

const weight = (file: string): number => gzipSync(readFileSync(join(dist, file))).length / 1024;

/** Every file that is loaded with these entries, each once. */
function filesOf(keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return files;
}
const together = (keys: readonly string[]): number => [...filesOf(keys)].reduce((sum, file) => sum + weight(file), 0);

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '';
const screens = Object.keys(manifest).filter((key) => /^src\/screens\/(?!.*\/_).*\.tsx$/.test(key));
/** What every screen loads after sign-in. */
const FRAME = Object.keys(manifest).filter((key) => key.startsWith('_frame-') || key === 'src/kit/KitLook.tsx');

describe.runIf(isBuilt)('the built console', () => {
  it('has the parts this test weighs', () => {
    expect(entry).not.toBe('');
    expect(screens.length).toBeGreaterThan(3);
    expect(FRAME.filter((key) => manifest[key]?.file.endsWith('.js'))).toHaveLength(2);
  });

  it('what screens do not name is loaded with the entry', () => {
    const loaded = filesOf([entry]);
    const left = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]);
    expect(left.filter((file) => LOADED_WITH_ENTRY.test(file) && !loaded.has(file))).toEqual([]);
  });

  it(`shell within ${SHELL_KB} KB`, () => {
    expect(together([entry])).toBeLessThanOrEqual(SHELL_KB);
  });

  it(`login within the shell's bounds`, () => {
    expect(together([entry, 'src/screens/login.tsx'])).toBeLessThanOrEqual(SHELL_KB);
  });

  it(`shell and first list within ${FIRST_LIST_KB} KB`, () => {
    const first = screens.find((key) => key.endsWith('/flowCardManagement.tsx')) ?? '';
    expect(together([entry, ...FRAME, first])).toBeLessThanOrEqual(FIRST_LIST_KB);
  });

  it.each(screens)(`%s within ${SCREEN_KB} KB`, (key) => {
    expect(weight(manifest[key]!.file)).toBeLessThanOrEqual(SCREEN_KB);
  });

  it('no two chunks wait for each other', () => {
    // Chunks that import each other run in an undefined order: code that works in development can fail in the build.
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (key: string, way: readonly string[]) => {
      if (way.includes(key)) circles.push([...way.slice(way.indexOf(key)), key].join(' → '));
      if (done.has(key) || way.includes(key)) return;
      for (const next of manifest[key]?.imports ?? []) walk(next, [...way, key]);
      done.add(key);
    };
    for (const key of Object.keys(manifest)) walk(key, []);
    expect(circles).toEqual([]);
  });

  it('charts come only with what draws them', () => {
    const before = [...filesOf([entry, ...FRAME, ...screens])];
    expect(before.filter((file) => file.includes('charts'))).toEqual([]);
  });
});
