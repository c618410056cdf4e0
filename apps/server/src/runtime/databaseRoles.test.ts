import { randomBytes } from 'node:crypto';
import { testDatabase } from '@cardinal/testing/database.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { ExternalDatabaseRefused, OLDEST_POSTGRES, prepareExternalDatabase } from './databaseRoles.ts';
import { QUIET } from './log.ts';
import { migrate } from './migrate.ts';

/** A database on an external server, with an account its administrator created for the program. */
const own = await forThisFile(testDatabase({ empty: true }));
const account = `someone_${randomBytes(4).toString('hex')}`;
await administer(`CREATE ROLE ${account} LOGIN PASSWORD 'theirs'`);
afterAll(async () => {
  await administer(`REASSIGN OWNED BY ${account} TO cardinal; DROP OWNED BY ${account}; DROP ROLE ${account}`);
});

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: own.superuserUrl });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const address = (change: (url: URL) => void = () => undefined): string => {
  const url = new URL(own.ownerUrl);
  url.username = account;
  url.password = 'theirs';
  change(url);
  return url.toString();
};

test('a PostgreSQL below the floor is refused with both versions', async () => {
  // The server at hand says that it is an older one.
  await administer(`CREATE SCHEMA older; GRANT USAGE ON SCHEMA older TO ${account};
    CREATE FUNCTION older.current_setting(text) RETURNS text LANGUAGE sql AS
      $$ SELECT CASE $1 WHEN 'server_version_num' THEN '140012' ELSE pg_catalog.current_setting($1) END $$`);
  const old = address((url) => url.searchParams.set('options', '-c search_path=older,pg_catalog'));
  await expect(prepareExternalDatabase(old)).rejects.toThrow(
    `DATABASE_URL: it is PostgreSQL 14; ${OLDEST_POSTGRES} or later is needed`,
  );
  await administer('DROP SCHEMA older CASCADE');
});

test('an account that may not work as the application is refused with what its administrator has to do', async () => {
  const refused = prepareExternalDatabase(address());
  await expect(refused).rejects.toThrow(ExternalDatabaseRefused);
  await expect(refused).rejects.toThrow(/DATABASE_URL: .*GRANT cardinal_app TO/);
});

test('a role that another process makes in the same moment is as good', async () => {
  // Between the look and the making, somebody else made it: the look finds no role.
  await administer(
    `CREATE SCHEMA before; CREATE VIEW before.pg_roles AS SELECT * FROM pg_catalog.pg_roles WHERE false`,
  );
  const early = new URL(own.superuserUrl);
  early.searchParams.set('options', '-c search_path=before,pg_catalog');
  await expect(prepareExternalDatabase(early.toString())).resolves.toHaveProperty('ownerUrl', early.toString());
  await administer('DROP SCHEMA before CASCADE; REVOKE cardinal_app FROM CURRENT_USER');
});

test('one that may migrates as itself and works as the application, keeping the options it was given', async () => {
  await administer(`GRANT cardinal_app TO ${account}`);
  await administer(`ALTER DATABASE ${new URL(own.ownerUrl).pathname.slice(1)} OWNER TO ${account}`);
  const access = await prepareExternalDatabase(address((url) => url.searchParams.set('options', '-c work_mem=7MB')));
  await migrate({ ownerUrl: access.ownerUrl, log: QUIET });
  const database = openDatabase({ url: access.applicationUrl, log: QUIET });
  const { rows } = await database.pool.query(
    "SELECT current_user AS role, session_user AS account, current_setting('work_mem') AS memory",
  );
  expect(rows).toEqual([{ role: 'cardinal_app', account, memory: '7MB' }]);
  await expect(database.pool.query('DROP TABLE runtime.migration')).rejects.toThrow(/must be owner/);
  await database.close();
});

test('a database that does not answer is refused by the name of the variable, without its password', async () => {
  const silent = address((url) => {
    url.port = '1';
  });
  await expect(prepareExternalDatabase(silent)).rejects.toThrow(/^DATABASE_URL: the database does not answer/);
  await expect(prepareExternalDatabase(silent)).rejects.not.toThrow(/theirs/);
});
