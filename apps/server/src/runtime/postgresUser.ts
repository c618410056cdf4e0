import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The account PostgreSQL runs as; it refuses to run as root. */
export type PostgresUser = { readonly uid: number; readonly gid: number };

const OWN_ACCOUNT = 'cardinal';
const USUAL_ACCOUNT = 'postgres';

async function account(name: string): Promise<PostgresUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function ownerOf(cluster: string): Promise<PostgresUser | undefined> {
  const found = await lstat(cluster).catch(() => undefined);
  return found?.isDirectory() && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/**
 * The account for the cluster, or undefined if this process is not root and PostgreSQL can run as it is. As root: the owner of
 * an existing cluster, else the account `cardinal` or `postgres`, else a new system account `cardinal`, else `nobody`.
 */
export async function postgresUser(cluster: string): Promise<PostgresUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = (await ownerOf(cluster)) ?? (await account(OWN_ACCOUNT)) ?? (await account(USUAL_ACCOUNT));
  if (existing) return existing;
  await run('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_ACCOUNT]).catch(
    () => undefined,
  );
  const made = (await account(OWN_ACCOUNT)) ?? (await account('nobody'));
  if (!made) throw new Error('the embedded PostgreSQL needs an account other than root, and none could be made');
  return made;
}

/** Whether that account can enter a directory: it needs access to each parent. */
export async function canEnter(directory: string, user: PostgresUser | undefined): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], { ...user, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}
