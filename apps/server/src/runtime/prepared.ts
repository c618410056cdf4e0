/**
 * Marks a query by key that many requests send with different values: each connection parses and plans it once. Not for queries
 * whose best plan depends on their values, such as filters.
 */
export const PREPARED = '/* prepared */';

/** Beyond this many texts none are kept: some marked query's text changes with its values. */
const MOST = 200;

const names = new Map<string, string>();

/** The prepared statement name of a marked query; undefined for any other. */
export function nameOfPrepared(text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.endsWith(PREPARED)) return undefined;
  const known = names.get(text);
  if (known || names.size >= MOST) return known;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}
