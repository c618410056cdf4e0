import { sql } from 'kysely';
import { startWorkerProcess } from '../workerProcessUnderTest.ts';
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

/* A process to be killed: it does what is due, forever. */
if (process.argv[1] === import.meta.filename) {
  const { program } = await startWorkerProcess();
  const ctx = program.app.systemContext('due');
  for (;;) await actDue(ctx, things);
}
