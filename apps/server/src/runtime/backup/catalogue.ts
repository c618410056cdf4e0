import type { ClientBase } from 'pg';

/** Everything but the server's own schemas. */
export const OWN_SCHEMA = `n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'`;
/** Extensions have tables of their own, which are restored with the extension. */
const NOT_OF_EXTENSION = `NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`;
const NAME = `format('%I.%I', n.nspname, c.relname)`;

export type HeldTable = { name: string; columns: string[] };

/** Every table with rows of its own, and its writable columns. */
export async function tablesWithRows(client: ClientBase): Promise<HeldTable[]> {
  const { rows } = await client.query<HeldTable>(
    `SELECT ${NAME} AS name,
            ARRAY(SELECT quote_ident(a.attname) FROM pg_attribute a
                   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                   ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND ${OWN_SCHEMA} AND ${NOT_OF_EXTENSION}
      ORDER BY 1`,
  );
  return rows;
}

/** Partitions with their bounds, each after its parent. */
export async function partitionsOf(client: ClientBase): Promise<{ name: string; parent: string; bound: string }[]> {
  const { rows } = await client.query<{ name: string; parent: string; bound: string }>(
    `WITH RECURSIVE tree AS (
       SELECT c.oid, 0 AS depth FROM pg_class c WHERE c.relkind = 'p' AND NOT c.relispartition
       UNION ALL SELECT i.inhrelid, depth + 1 FROM tree JOIN pg_inherits i ON i.inhparent = tree.oid)
     SELECT ${NAME} AS name, format('%I.%I', pn.nspname, p.relname) AS parent,
            pg_get_expr(c.relpartbound, c.oid) AS bound
       FROM tree JOIN pg_class c ON c.oid = tree.oid JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_class p ON p.oid = i.inhparent
            JOIN pg_namespace pn ON pn.oid = p.relnamespace
      WHERE c.relispartition AND ${OWN_SCHEMA} ORDER BY tree.depth, 1`,
  );
  return rows;
}

export async function sequencesOf(
  client: ClientBase,
): Promise<{ name: string; lastValue: string; isCalled: boolean }[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT ${NAME} AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'S' AND ${OWN_SCHEMA} AND ${NOT_OF_EXTENSION} ORDER BY 1`,
  );
  const found = [];
  for (const { name } of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value, is_called FROM ${name}`,
    );
    found.push({ name, lastValue: state.rows[0]!.last_value, isCalled: state.rows[0]!.is_called });
  }
  return found;
}

/** Foreign keys as statements, so that tables can be filled in any order and every key is checked afterwards. */
export async function foreignKeys(client: ClientBase): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', ${NAME}, f.conname) AS drop,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', ${NAME}, f.conname, pg_get_constraintdef(f.oid)) AS add
       FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE f.contype = 'f' AND f.conparentid = 0 AND ${OWN_SCHEMA} ORDER BY f.oid`,
  );
  return rows;
}

export async function materializedViews(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT ${NAME} AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'm' AND ${OWN_SCHEMA} ORDER BY c.oid`,
  );
  return rows.map((row) => row.name);
}
