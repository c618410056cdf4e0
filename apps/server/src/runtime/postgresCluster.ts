import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from './log.ts';
import type { PostgresBinaries } from './postgresBinaries.ts';
import type { Durability } from './postgresSettings.ts';
import { canEnter, type PostgresUser } from './postgresUser.ts';

const run = promisify(execFile);

/** The bootstrap account of the cluster; only the supervisor uses it. */
export const SUPERUSER = 'cardinal_supervisor';

export type ClusterPasswords = { readonly superuser: string; readonly owner: string; readonly application: string };

/** Where clusters are created if PostgreSQL's account cannot reach the data directory, for example below /root. */
const REACHABLE_PLACE = '/var/lib/cardinal';

const UNFINISHED = 'postgres-making-';

const passwordsFile = (dataDirectory: string) => join(dataDirectory, 'postgres.json');
const clusterLink = (dataDirectory: string) => join(dataDirectory, 'postgres');

/** The passwords of the embedded cluster, if it was ever created. */
export async function readClusterPasswords(dataDirectory: string): Promise<ClusterPasswords | undefined> {
  try {
    return JSON.parse(await readFile(passwordsFile(dataDirectory), 'utf8')) as ClusterPasswords;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The cluster's real directory with links resolved, if it was ever created. */
export async function existingCluster(dataDirectory: string): Promise<string | undefined> {
  const cluster = await realpath(clusterLink(dataDirectory)).catch(() => undefined);
  if (cluster === undefined) return undefined;
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return version === undefined ? undefined : cluster;
}

async function passwordsFor(dataDirectory: string): Promise<ClusterPasswords> {
  const known = await readClusterPasswords(dataDirectory);
  if (known) return known;
  const fresh = () => randomBytes(24).toString('base64url');
  const made: ClusterPasswords = { superuser: fresh(), owner: fresh(), application: fresh() };
  const draft = `${passwordsFile(dataDirectory)}.${process.pid}`;
  await writeFile(draft, JSON.stringify(made) + '\n', { mode: 0o600, flush: true });
  await rename(draft, passwordsFile(dataDirectory));
  return made;
}

/** A directory PostgreSQL's account can reach, and the link to it from the data directory. */
async function workplace(
  dataDirectory: string,
  user: PostgresUser | undefined,
): Promise<{ home: string; linked: boolean }> {
  if (await canEnter(dataDirectory, user)) {
    return { home: await mkdtemp(join(dataDirectory, UNFINISHED)), linked: false };
  }
  await mkdir(REACHABLE_PLACE, { recursive: true, mode: 0o755 });
  return { home: await mkdtemp(join(REACHABLE_PLACE, 'cluster-')), linked: true };
}

async function makeCluster(
  dataDirectory: string,
  binaries: PostgresBinaries,
  user: PostgresUser | undefined,
  durability: Durability,
  passwords: ClusterPasswords,
): Promise<void> {
  const { home, linked } = await workplace(dataDirectory, user);
  const cluster = join(home, 'postgres');
  const passwordFile = join(home, 'password');
  try {
    await chmod(home, 0o711);
    await writeFile(passwordFile, passwords.superuser, { mode: 0o600 });
    await mkdir(cluster, { mode: 0o700 });
    if (user) {
      await chown(passwordFile, user.uid, user.gid);
      await chown(cluster, user.uid, user.gid);
    }
    await run(
      binaries.initdb,
      [
        ...['--pgdata', cluster, '--username', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
        // The builtin provider sorts the same on every machine and after every upgrade of its libraries.
        ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
        ...['--data-checksums', '--no-instructions', ...(durability === 'disposable' ? ['--no-sync'] : [])],
      ],
      { ...user, cwd: cluster, env: { PATH: process.env['PATH'], LC_ALL: 'C' }, maxBuffer: 1 << 20 },
    );
    await rm(passwordFile);
    // From here on the cluster counts as created; what an interrupted start left never does.
    if (linked) await symlink(cluster, clusterLink(dataDirectory));
    else {
      await rename(cluster, clusterLink(dataDirectory));
      await rm(home, { recursive: true });
    }
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw new Error(`the embedded PostgreSQL could not be set up in ${dataDirectory}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * The cluster of a data directory, created if missing. Refuses one of another major version of PostgreSQL or of another
 * account.
 */
export async function openCluster(
  dataDirectory: string,
  binaries: PostgresBinaries,
  user: PostgresUser | undefined,
  durability: Durability,
  log: Log,
): Promise<{ cluster: string; passwords: ClusterPasswords }> {
  await mkdir(dataDirectory, { recursive: true, mode: user ? 0o711 : 0o700 });
  const known = await existingCluster(dataDirectory);
  if (known !== undefined) {
    const passwords = await readClusterPasswords(dataDirectory);
    if (!passwords)
      throw new Error(`DATA_DIR: ${passwordsFile(dataDirectory)} is missing, the cluster beside it is not`);
    await checkCluster(known, binaries, user);
    return { cluster: known, passwords };
  }
  const leftover = await lstat(clusterLink(dataDirectory)).catch(() => undefined);
  if (leftover) throw new Error(`DATA_DIR: ${clusterLink(dataDirectory)} is not a PostgreSQL cluster`);
  await removeUnfinished(dataDirectory);
  log.info({ dataDirectory }, 'making the embedded database');
  const passwords = await passwordsFor(dataDirectory);
  await makeCluster(dataDirectory, binaries, user, durability, passwords);
  return { cluster: await realpath(clusterLink(dataDirectory)), passwords };
}

/** Removes what interrupted cluster creations left behind. */
async function removeUnfinished(dataDirectory: string): Promise<void> {
  for (const name of await readdir(dataDirectory)) {
    if (!name.startsWith(UNFINISHED)) continue;
    await rm(join(dataDirectory, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function checkCluster(
  cluster: string,
  binaries: PostgresBinaries,
  user: PostgresUser | undefined,
): Promise<void> {
  const version = Number((await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim());
  if (version !== binaries.major) {
    throw new Error(
      `DATA_DIR: the cluster in ${cluster} was written by PostgreSQL ${version}, this program brings ${binaries.major}: ` +
        'make a backup with the version that wrote it and restore it into an empty DATA_DIR',
    );
  }
  const owner = (await lstat(cluster)).uid;
  const expected = user?.uid ?? process.getuid?.();
  if (expected !== undefined && owner !== expected) {
    throw new Error(`DATA_DIR: the cluster in ${cluster} belongs to the account ${owner}, not to ${expected}`);
  }
}
