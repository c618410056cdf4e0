import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/** What the program records and counts by itself, and what is kept for an hour only. */
const RECORDS = [
  'audit.',
  'cards.card_counter',
  'cards.card_figure_counter',
  'cards.counted_card',
  'card_batches.selection_',
  'engines.',
  'identity.known_device',
  'identity.login_attempt',
  'identity.session',
  'reports.',
];

/** The rows of every table with a customer's rows, as texts: unchanged rows compare equal. */
export async function watchedRows(world: TestApp): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_schema || '.' || c.table_name as name from information_schema.columns c
    join pg_class p on p.oid = (quote_ident(c.table_schema) || '.' || quote_ident(c.table_name))::regclass
    where c.column_name = 'customer_id' and p.relkind in ('r', 'p') and not p.relispartition
    union select unnest(array['customers.customer', 'identity.account_role', 'cards.card_tag']) order by 1`.execute(
    world.db,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !RECORDS.some((each) => table.name.startsWith(each)))) {
    const { rows } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(line, ',' order by line), '')) as hash
      from (select (to_jsonb(t) - array['last_sign_in_at', 'last_login_at', 'last_login_address', 'last_seen_at',
        'login_count'])::text as line from ${sql.table(name)} t) lines`.execute(world.db);
    found[name] = rows[0]?.hash ?? '';
  }
  return found;
}
