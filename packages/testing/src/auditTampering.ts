import type { verifyOperations } from '@cardinal/server/domains/audit/verifyOperations.ts';
import pg from 'pg';

type Found = Awaited<ReturnType<typeof verifyOperations>>;

export type AuditTampering = {
  readonly owner: pg.Client;
  /** Tampers as the owner of the tables, returns the result of the verification, and reverts the change. */
  readonly tamper: (statement: string, values?: unknown[], ask?: () => Promise<Found>) => Promise<Found>;
  readonly close: () => Promise<void>;
};

export async function auditTampering(ownerUrl: string, verify: () => Promise<Found>): Promise<AuditTampering> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const restore = async (table: string, { rows, fields }: pg.QueryResult) => {
    await owner.query(`delete from ${table}`);
    const names = fields.map(({ name }) => name);
    for (const row of rows) {
      await owner.query(
        `insert into ${table} (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()})`,
        names.map((name) => (name.endsWith('_value') && row[name] !== null ? JSON.stringify(row[name]) : row[name])),
      );
    }
  };
  return {
    owner,
    tamper: async (statement, values = [], ask = verify) => {
      const kept = await owner.query('select * from audit.operation_log');
      const seals = await owner.query('select * from audit.seal');
      await owner.query(statement, values);
      const found = await ask();
      await owner.query('begin');
      await restore('audit.operation_log', kept);
      await restore('audit.seal', seals);
      await owner.query('commit');
      return found;
    },
    close: () => owner.end(),
  };
}
