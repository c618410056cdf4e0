import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'cardinal-entity-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs a program of the copy; answers what it said where it failed. */
const inCopy = (program: string, ...args: string[]) =>
  new Promise<string>((resolve) => {
    execFile(program, args, { cwd: copy, maxBuffer: 10_000_000 }, (failure, stdout, stderr) =>
      resolve(failure ? stdout + stderr || failure.message : ''),
    );
  });

/** The files of the repository, with its packages but for the workspaces, which are those of the copy. */
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
  for (const group of ['packages', 'apps'])
    for (const name of readdirSync(join(root, group))) link(`${group}/${name}/node_modules`);
  mkdirSync(join(copy, 'node_modules/@cardinal'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) if (name !== '@cardinal') link(`node_modules/${name}`);
  for (const name of readdirSync(join(root, 'node_modules/@cardinal')))
    symlinkSync(readlinkSync(join(root, 'node_modules/@cardinal', name)), join(copy, 'node_modules/@cardinal', name));
}

function link(path: string): void {
  const known = readdirSync(join(root, dirname(path))).includes(path.split('/').at(-1) ?? '');
  if (known) symlinkSync(join(root, path), join(copy, path));
}

test('a new entity is green at once: formatted, typed, tested and open to no role without its permission', async () => {
  copyRepository();
  const words = ['/system/invoiceInformation', 'settings', 'invoiceTitle', 'invoiceTitles', '开票信息'];
  expect(await inCopy(process.execPath, 'tools/new-entity.ts', ...words)).toBe('');
  const tsc = join(copy, 'node_modules/.bin/tsc');
  const tests = [
    'apps/server/src/domains/settings/invoiceTitles',
    'apps/server/src/matrix.test.ts',
    'apps/console/src/shell/help/explanations.test.ts',
  ];
  const failures = await Promise.all([
    inCopy(tsc, '-p', 'tsconfig.json'),
    inCopy(tsc, '-p', 'apps/console'),
    inCopy(
      process.execPath,
      'node_modules/vitest/vitest.mjs',
      'run',
      ...tests,
      '-t',
      'an entry|sign in|refused exactly|is explained|an explanation says',
    ),
  ]);
  expect(failures).toEqual(['', '', '']);
}, 600_000);
