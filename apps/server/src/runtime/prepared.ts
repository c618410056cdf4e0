/**
 * Stands at the end of a query by key that many requests ask, whatever its values are: each connection reads and plans it
 * once. Not for a query whose best plan depends on its values, such as a filter.
 */
export const PREPARED = '/* prepared */';

/** Texts beyond this many are not kept: someone marks a query whose text changes with its values. */
const MOST = 200;

const names = new Map<string, string>();

/** The name under which connections keep a marked query; undefined for every other. */
export function nameOfPrepared(text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.endsWith(PREPARED)) return undefined;
  const known = names.get(text);
  if (known || names.size >= MOST) return known;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}
