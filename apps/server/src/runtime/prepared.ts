/**
 * Marks a query by key that many requests send with different values: each connection parses and plans it once. Not for queries
 * whose best plan depends on their values, such as filters.
 */
export const PREPARED = '/* prepared */';

/** Beyond this many texts none are kept: some marked query's text changes with its values. */
const MOST = 200;

/** The statement names of one database's connections. */
export class PreparedNames {
  readonly #names = new Map<string, string>();

  /** The prepared statement name of a marked query; undefined for any other. */
  nameOf(text: unknown): string | undefined {
    if (typeof text !== 'string' || !text.endsWith(PREPARED)) return undefined;
    const known = this.#names.get(text);
    if (known || this.#names.size >= MOST) return known;
    const name = `q${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
