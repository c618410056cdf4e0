import type { ClientBase, Pool } from 'pg';
import type { PlacementMap, TablePlacement } from './placement.ts';

export const PLACEMENT_RULES = [
  'mapped',
  'exists',
  'key-column',
  'key-not-null',
  'key-type',
  'primary-key',
  'unique-contains-key',
  'no-exclusion',
  'foreign-key',
  'no-sequence',
  'no-trigger',
  'no-rule',
  'no-row-security',
  'no-inheritance',
] as const;
export type PlacementRule = (typeof PLACEMENT_RULES)[number];

export type PlacementViolation = {
  /** `schema.table`. */
  readonly table: string;
  readonly rule: PlacementRule;
  /** What exactly, in words for the developer who reads the failed test. */
  readonly detail: string;
};

type Column = { table: string; name: string; type: string; not_null: boolean; sequenced: boolean };
type Unique = { table: string; name: string; is_primary: boolean; columns: string[] };
type ForeignKey = {
  table: string;
  name: string;
  target: string;
  columns: string[];
  target_columns: string[];
  sets_null: boolean;
};
type Oddity = { table: string; rule: PlacementRule; detail: string };

/** Our own tables: without the system catalogue, partitions (covered by their parent) and foreign schemas. */
const OWN_TABLES = `
  own AS (
    SELECT c.oid, n.nspname || '.' || c.relname AS name, c.relrowsecurity
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence <> 't'
       AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> ALL ($1::text[])
  )`;

const TABLES = `WITH ${OWN_TABLES} SELECT name AS table FROM own ORDER BY name`;

const COLUMNS = `WITH ${OWN_TABLES}
  SELECT own.name AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS not_null,
         a.attidentity <> '' OR COALESCE(pg_get_expr(d.adbin, d.adrelid) LIKE '%nextval(%', false) AS sequenced
    FROM own JOIN pg_attribute a ON a.attrelid = own.oid AND a.attnum > 0 AND NOT a.attisdropped
         LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum`;

const UNIQUES = `WITH ${OWN_TABLES}
  SELECT own.name AS table, i.relname AS name, x.indisprimary AS is_primary,
         ARRAY(SELECT a.attname::text
                 FROM unnest(x.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
                 JOIN pg_attribute a ON a.attrelid = own.oid AND a.attnum = k.attnum
                WHERE k.place <= x.indnkeyatts ORDER BY k.place) AS columns
    FROM own JOIN pg_index x ON x.indrelid = own.oid AND x.indisunique JOIN pg_class i ON i.oid = x.indexrelid`;

const FOREIGN_KEYS = `WITH ${OWN_TABLES}
  SELECT own.name AS table, f.conname AS name, tn.nspname || '.' || t.relname AS target,
         ARRAY(SELECT a.attname::text FROM unnest(f.conkey) WITH ORDINALITY AS k (n, place)
                 JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.n ORDER BY k.place) AS columns,
         ARRAY(SELECT a.attname::text FROM unnest(f.confkey) WITH ORDINALITY AS k (n, place)
                 JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.n ORDER BY k.place) AS target_columns,
         f.confdeltype IN ('n', 'd') OR f.confupdtype IN ('n', 'd') AS sets_null
    FROM own JOIN pg_constraint f ON f.conrelid = own.oid AND f.contype = 'f' AND f.conparentid = 0
         JOIN pg_class t ON t.oid = f.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace`;

const ODDITIES = `WITH ${OWN_TABLES}
  SELECT own.name AS table, 'no-trigger' AS rule, 'trigger ' || t.tgname AS detail
    FROM own JOIN pg_trigger t ON t.tgrelid = own.oid AND NOT t.tgisinternal
  UNION ALL SELECT own.name, 'no-rule', 'rule ' || r.rulename FROM own JOIN pg_rewrite r ON r.ev_class = own.oid
  UNION ALL SELECT own.name, 'no-row-security', 'row security is no guard here' FROM own WHERE own.relrowsecurity
  UNION ALL SELECT own.name, 'no-inheritance', 'inherits from ' || i.inhparent::regclass
    FROM own JOIN pg_inherits i ON i.inhrelid = own.oid
  UNION ALL SELECT own.name, 'no-exclusion', 'exclusion constraint ' || x.conname
    FROM own JOIN pg_constraint x ON x.conrelid = own.oid AND x.contype = 'x'`;

type Spread = Extract<TablePlacement, { readonly kind: 'distributed' }>;
const spread = (placement: TablePlacement | undefined): Spread | undefined =>
  placement?.kind === 'distributed' ? placement : undefined;

/**
 * Reads the catalogue and returns every table that could not be placed as declared. `keptByOthers` are schemas of libraries,
 * such as the job queue's, that stay on the first node.
 */
export async function placementViolations(
  connection: ClientBase | Pool,
  map: PlacementMap,
  options: { readonly keptByOthers?: readonly string[] } = {},
): Promise<PlacementViolation[]> {
  const ask = async <Row extends object>(sql: string): Promise<Row[]> =>
    (await connection.query<Row>(sql, [options.keptByOthers ?? []])).rows;
  const tables = (await ask<{ table: string }>(TABLES)).map((row) => row.table);
  const columns = await ask<Column>(COLUMNS);
  const uniques = await ask<Unique>(UNIQUES);
  const foreignKeys = await ask<ForeignKey>(FOREIGN_KEYS);
  const oddities = await ask<Oddity>(ODDITIES);

  return [
    ...unmapped(tables, map),
    ...columns
      .filter((column) => column.sequenced)
      .map(({ table, name }) => ({ table, rule: 'no-sequence' as const, detail: `${name} counts by a sequence` })),
    ...oddities.filter(({ table, rule }) => rule !== 'no-exclusion' || spread(map[table])),
    ...tables.flatMap((table) => {
      const placement = spread(map[table]);
      if (!placement) return [];
      return [
        ...keyColumns(table, placement, columns),
        ...uniqueness(
          table,
          placement,
          uniques.filter((unique) => unique.table === table),
        ),
      ];
    }),
    ...keyTypes(map, columns),
    ...foreignKeys.flatMap((key) => foreignKeyViolations(key, map)),
  ];
}

function unmapped(tables: readonly string[], map: PlacementMap): PlacementViolation[] {
  const existing = new Set(tables);
  return [
    ...tables
      .filter((table) => !map[table])
      .map((table) => ({ table, rule: 'mapped' as const, detail: 'is in no domain’s map of tables' })),
    ...Object.keys(map)
      .filter((table) => !existing.has(table))
      .map((table) => ({ table, rule: 'exists' as const, detail: 'is in the map but not in the database' })),
  ];
}

function keyColumns(table: string, { by: key }: Spread, columns: readonly Column[]): PlacementViolation[] {
  const column = columns.find((one) => one.table === table && one.name === key);
  if (!column) return [{ table, rule: 'key-column', detail: `has no column ${key}` }];
  return column.not_null ? [] : [{ table, rule: 'key-not-null', detail: `${key} may be null` }];
}

function uniqueness(table: string, { by: key }: Spread, uniques: readonly Unique[]): PlacementViolation[] {
  const found: PlacementViolation[] = uniques
    .filter((unique) => !unique.columns.includes(key))
    .map((unique) => ({
      table,
      rule: unique.is_primary ? 'primary-key' : 'unique-contains-key',
      detail: `${unique.name} (${unique.columns.join(', ')}) does not contain ${key}`,
    }));
  if (!uniques.some((unique) => unique.is_primary)) found.push({ table, rule: 'primary-key', detail: 'has none' });
  return found;
}

/** Rows of a group are stored together only if its key has one type everywhere: 7::int and 7::bigint hash differently. */
function keyTypes(map: PlacementMap, columns: readonly Column[]): PlacementViolation[] {
  const first = new Map<string, Column>();
  const found: PlacementViolation[] = [];
  for (const column of columns) {
    const placement = spread(map[column.table]);
    if (placement?.by !== column.name) continue;
    const other = first.get(placement.group);
    if (!other) first.set(placement.group, column);
    else if (other.type !== column.type) {
      const detail = `${column.name} is ${column.type} here and ${other.type} in ${other.table}`;
      found.push({ table: column.table, rule: 'key-type', detail });
    }
  }
  return found;
}

function foreignKeyViolations(key: ForeignKey, map: PlacementMap): PlacementViolation[] {
  const from = map[key.table];
  const to = map[key.target];
  // A table missing in the map is reported once, by its own rule.
  if (!from || !to) return [];
  const refuse = (why: string): PlacementViolation[] => [
    { table: key.table, rule: 'foreign-key', detail: `${key.name} to ${key.target}: ${why}` },
  ];
  if (from.kind === 'local' && to.kind === 'local') return [];
  if (from.kind === 'distributed' && to.kind === 'distributed' && from.group === to.group) {
    const place = key.columns.indexOf(from.by);
    if (place < 0 || key.target_columns[place] !== to.by) return refuse(`does not go from ${from.by} to ${to.by}`);
    return key.sets_null ? refuse(`would set ${from.by} to null`) : [];
  }
  return refuse(`${from.kind} → ${to.kind} cannot be kept across nodes`);
}
