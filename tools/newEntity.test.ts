import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'cardinal-entity-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs a program of the copy; answers what it said where it failed. */
const inCopy = (program: string, ...args: string[]) =>
  new Promise<string>((resolve) => {
    const env = { ...process.env, OPERATIONS_OF: SUBJECT };
    execFile(program, args, { cwd: copy, env, maxBuffer: 10_000_000 }, (failure, stdout, stderr) =>
      resolve(failure ? stdout + stderr || failure.message : ''),
    );
  });

const CACHE = 'node_modules/.cache';
const SUBJECT = 'invoiceTitles';

/**
 * The files of the repository, with its packages as links to the same files: at the same places, so that what the
 * compiler remembers of them holds and only what the new entity touches is looked at again.
 */
function copyRepository(): void {
  const listed = spawnSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'packages', 'apps', 'tools', '.gitignore', '*.json', '*.ts'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  for (const file of listed.stdout.split('\n').filter(Boolean)) cpSync(join(root, file), join(copy, file));
  for (const place of ['.', ...['packages', 'apps'].flatMap((group) => inside(group))]) {
    mkdirSync(join(copy, place, 'node_modules'), { recursive: true });
    for (const path of inside(`${place}/node_modules`)) if (!path.endsWith('/.cache')) link(path);
  }
  mkdirSync(join(copy, CACHE));
  // Written to: not the same files.
  for (const path of inside(CACHE)) if (path.endsWith('.tsbuildinfo')) cpSync(join(root, path), join(copy, path));
}

const inside = (path: string): string[] =>
  existsSync(join(root, path)) ? readdirSync(join(root, path)).map((name) => `${path}/${name}`) : [];

function link(path: string): void {
  const { status, stderr } = spawnSync('cp', ['-al', join(root, path), join(copy, path)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

test('a new entity is green at once: formatted, typed, tested and open to no role without its permission', async () => {
  copyRepository();
  const words = ['/system/invoiceInformation', 'settings', 'invoiceTitle', SUBJECT, '开票信息'];
  expect(await inCopy(process.execPath, 'tools/new-entity.ts', ...words)).toBe('');
  const tsc = join(copy, 'node_modules/.bin/tsc');
  const tests = [
    'apps/server/src/domains/settings/invoiceTitles',
    'apps/server/src/roles.test.ts',
    'apps/console/src/shell/help/explanations.test.ts',
  ];
  const failures = await Promise.all([
    inCopy(tsc, '-p', 'tsconfig.json'),
    inCopy(tsc, '-p', 'apps/console'),
    inCopy(
      process.execPath,
      'node_modules/vitest/vitest.mjs',
      'run',
      // Each further one would load the whole program once more.
      '--maxWorkers=1',
      ...tests,
      '-t',
      'an entry|sign in|refused exactly|is explained|an explanation says',
    ),
  ]);
  expect(failures).toEqual(['', '', '']);
}, 600_000);
