import { sql } from 'kysely';
import pino from 'pino';
import { startProgram } from '../program.ts';
import { readConfig } from '../runtime/config.ts';
import { EXAMPLE_SECRETS_KEY } from '../runtime/secretsKey.ts';
import { actDue, type DueRows } from './dueRows.ts';

declare module './tables.ts' {
  interface Tables {
    'due_test.thing': { id: string; due_at: Date | null };
    'due_test.effect': { seq: string; id: string; at: Date };
  }
}

/** Things that leave an effect when they are due, and are due no more. */
export const things: DueRows = {
  table: 'due_test.thing',
  key: 'id',
  due: 'due_at',
  atOnce: 20,
  act: async (ctx, rows) => {
    const db = ctx.beyondScope('test');
    for (const { key, at } of rows) {
      await sql`insert into due_test.effect (id, at) values (${key}, ${at})`.execute(db);
      await sql`update due_test.thing set due_at = null where id = ${key}`.execute(db);
    }
  },
};

/* A process to be killed: `node dueRowsUnderTest.ts <databaseUrl> <ownerUrl> <dataDirectory>`. It does what is due, forever. */
if (process.argv[1] === import.meta.filename) {
  const [url = '', ownerUrl = '', dataDirectory = ''] = process.argv.slice(2);
  const program = await startProgram(
    readConfig({
      DATABASE_URL: url,
      DATA_DIR: dataDirectory,
      SECRETS_KEY: EXAMPLE_SECRETS_KEY,
      ROLES: 'worker',
      DEMO: '0',
      NODE_ENV: 'test',
    }),
    { log: pino({ level: 'silent' }), access: { ownerUrl, applicationUrl: url }, jobPollSeconds: 0.5, listens: false },
  );
  const ctx = program.app.systemContext('due');
  process.stdout.write('working\n');
  for (;;) await actDue(ctx, things);
}
