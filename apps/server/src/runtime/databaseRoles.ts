import pg from 'pg';

/** Owns every object and runs the migrations. */
export const OWNER_ROLE = 'cardinal';
/** The role of the running program: it may read and write rows; migrations revoke what it must never do. */
export const APPLICATION_ROLE = 'cardinal_app';

/** Two connections to one database. */
export type DatabaseAccess = {
  /** For migrations, and for the job that makes and drops partitions. */
  readonly ownerUrl: string;
  /** For everything else. */
  readonly applicationUrl: string;
};

/** DATABASE_URL is not usable as it is; the message says what to do. */
export class ExternalDatabaseRefused extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`DATABASE_URL: ${reason}`, { cause });
    this.name = 'ExternalDatabaseRefused';
  }
}

/** The oldest major version that every statement runs on; `npm run floor` proves it. */
export const OLDEST_POSTGRES = 15;
const CONNECT_TIMEOUT_MS = 4_000;

/** Processes that start together over an empty server all find the role missing; one makes it. */
const CREATE_ROLE = `DO $$ BEGIN
  CREATE ROLE ${APPLICATION_ROLE} NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$`;

/** The same database, every session of it in the application's role. */
function inApplicationRole(url: string): string {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  address.searchParams.set('options', `${given ? `${given} ` : ''}-c role=${APPLICATION_ROLE}`);
  return address.toString();
}

/**
 * Prepares an external PostgreSQL: checks version and encoding, and creates the application's role if missing. The account of
 * DATABASE_URL owns the objects; the program works as `cardinal_app`.
 */
export async function prepareExternalDatabase(url: string): Promise<DatabaseAccess> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new ExternalDatabaseRefused(`the database does not answer: ${(error as Error).message}`, error);
  }
  try {
    const { rows } = await client.query<{ version: number; encoding: string; exists: boolean; member: boolean }>(
      `SELECT current_setting('server_version_num')::int AS version,
              current_setting('server_encoding') AS encoding,
              r.oid IS NOT NULL AS exists,
              COALESCE(pg_has_role(current_user, r.oid, 'MEMBER'), false) AS member
         FROM (VALUES ($1::text)) AS wanted (rolname) LEFT JOIN pg_roles r USING (rolname)`,
      [APPLICATION_ROLE],
    );
    const found = rows[0]!;
    if (found.version < OLDEST_POSTGRES * 10_000) {
      const major = Math.floor(found.version / 10_000);
      throw new ExternalDatabaseRefused(`it is PostgreSQL ${major}; ${OLDEST_POSTGRES} or later is needed`);
    }
    if (found.encoding !== 'UTF8') throw new ExternalDatabaseRefused('the database must be encoded in UTF8');
    if (!found.exists) await client.query(CREATE_ROLE);
    if (!found.member) await client.query(`GRANT ${APPLICATION_ROLE} TO CURRENT_USER`);
    return { ownerUrl: url, applicationUrl: inApplicationRole(url) };
  } catch (error) {
    if (error instanceof ExternalDatabaseRefused) throw error;
    throw new ExternalDatabaseRefused(
      `its account may not make the role the program works as. Run as an administrator of that server: ` +
        `CREATE ROLE ${APPLICATION_ROLE} NOLOGIN; GRANT ${APPLICATION_ROLE} TO <account>; (${(error as Error).message})`,
      error,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
