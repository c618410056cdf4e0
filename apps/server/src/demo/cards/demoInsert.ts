import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';

const ROWS_PER_STATEMENT = 2_000;

/**
 * Inserts many rows in the caller's transaction and returns how many. A row's keys are its columns and are the same in every
 * row.
 */
export async function insertMany(
  ctx: Ctx,
  table: string,
  rows: Iterable<Readonly<Record<string, unknown>>>,
): Promise<number> {
  let count = 0;
  let part: Readonly<Record<string, unknown>>[] = [];
  const flush = async () => {
    const [first] = part;
    if (!first) return;
    const names = sql.join(Object.keys(first).map((column) => sql.ref(column)));
    await sql`
      insert into ${sql.table(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(part)}::jsonb)`.execute(
      ctx.db,
    );
    count += part.length;
    part = [];
  };
  for (const row of rows) {
    part.push(row);
    if (part.length === ROWS_PER_STATEMENT) await flush();
  }
  await flush();
  return count;
}
