import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'cardinal-entity-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const inCopy = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8' });
  return { status, said: status === 0 ? '' : stdout + stderr };
};

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

test('a new entity is laid down formatted, and its types are right on both sides', { timeout: 300_000 }, () => {
  copyRepository();
  const laid = inCopy(
    process.execPath,
    'tools/new-entity.ts',
    '/system/invoiceInformation',
    'settings',
    'invoiceTitle',
    'invoiceTitles',
    '开票信息',
  );
  expect(laid).toEqual({ status: 0, said: '' });
  const tsc = join(copy, 'node_modules/.bin/tsc');
  expect(inCopy(tsc, '-p', 'tsconfig.json')).toEqual({ status: 0, said: '' });
  expect(inCopy(tsc, '-p', 'apps/console')).toEqual({ status: 0, said: '' });
});
