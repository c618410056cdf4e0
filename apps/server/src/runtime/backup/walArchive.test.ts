import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { appendFile, chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from '@cardinal/testing/folders.ts';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../embeddedPostgres.ts';
import { QUIET } from '../log.ts';
import { existingCluster } from '../postgresCluster.ts';

const home = temporaryFolder('archive');
const of = (name: string) => join(home, name);
const archive = of('archive');
afterAll(() => rm(home, { recursive: true, force: true }));

const compose = readFileSync(join(import.meta.dirname, '../../../../../deploy/compose.yaml'), 'utf8');
/** The archive command of the compose file, for a folder of ours. */
const ARCHIVE_COMMAND = /archive_command=(.+)/.exec(compose)?.[1]?.replaceAll('/archive', archive);

const start = (name: string) => startEmbeddedPostgres({ dataDirectory: of(name), log: QUIET });

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

const clusterOf = async (name: string) => String(await existingCluster(of(name)));

test('a base copy and the archived WAL bring back any moment since, and nothing after it', async () => {
  for (const name of ['archive', 'first', 'second']) await mkdir(of(name));
  await chmod(home, 0o755);
  await chmod(archive, 0o777);
  const fresh = await start('first');
  const admin = await connected(fresh.superuserUrl);
  await admin.query("alter system set archive_mode = 'on'");
  await admin.query(`alter system set archive_command = ${pg.escapeLiteral(String(ARCHIVE_COMMAND))}`);
  await admin.end();
  await fresh.stop();

  const first = await start('first');
  const client = await connected(first.superuserUrl);
  await client.query('create table sold (id int); insert into sold values (1)');
  // What pg_basebackup does: the copy runs beside a server that goes on writing.
  await client.query("select pg_backup_start('base', fast => true)");
  const from = await clusterOf('first');
  const base = join(of('second'), 'postgres');
  cpSync(from, base, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !/postmaster\.(pid|opts)$/.test(path),
  });
  const { rows: labels } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  await client.query('insert into sold values (2)');
  const { rows: moments } = await client.query<{ at: string }>('select clock_timestamp()::text as at');
  await wait(20);
  await client.query('insert into sold values (3)');
  const { rows: walked } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  while (!existsSync(join(archive, String(walked[0]?.file)))) await wait(50);
  await client.end();
  await first.stop();

  await copyFile(join(of('first'), 'postgres.json'), join(of('second'), 'postgres.json'));
  await rm(join(base, 'pg_wal'), { recursive: true });
  await mkdir(join(base, 'pg_wal'));
  await writeFile(join(base, 'backup_label'), String(labels[0]?.labelfile));
  await writeFile(join(base, 'recovery.signal'), '');
  await appendFile(
    join(base, 'postgresql.auto.conf'),
    `archive_mode = 'off'\nrestore_command = 'cp ${archive}/%f %p'\n` +
      `recovery_target_time = '${moments[0]?.at}'\nrecovery_target_action = 'promote'\n`,
  );
  // PostgreSQL runs as an account of its own.
  execFileSync('chown', ['-R', '--reference', from, base]);

  const second = await start('second');
  const restored = await connected(second.superuserUrl);
  const { rows } = await restored.query('select id from sold order by id');
  await restored.end();
  await second.stop();
  expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
});
