import { parseSync } from 'libpg-query';

/** The distributed tables, by `schema.table` with their key; a published view of one counts as the table. */
export type Spread = ReadonlyMap<string, string>;

/** A node of PostgreSQL's parse tree: one key with the kind, below it the fields. */
type Fields = Readonly<Record<string, unknown>>;
type Alias = { readonly aliasname?: string };

/** The FROM items of one query and what it may refer to. */
type Level = {
  readonly names: readonly string[];
  readonly readsSpread: boolean;
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** The fields of a node, if it is of this kind. */
const of = (node: unknown, kind: string): Fields | undefined =>
  isFields(node) && isFields(node[kind]) ? (node[kind] as Fields) : undefined;

const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'] as const;
const queryOf = (node: unknown): Fields | undefined =>
  QUERIES.map((kind) => of(node, kind)).find((fields) => fields !== undefined);

function* nodesIn(node: unknown): Generator<unknown> {
  yield node;
  if (Array.isArray(node)) for (const each of node) yield* nodesIn(each);
  else if (isFields(node)) for (const each of Object.values(node)) yield* nodesIn(each);
}
const some = (node: unknown, test: (node: unknown) => unknown): boolean => {
  for (const each of nodesIn(node)) if (test(each)) return true;
  return false;
};

/** Functions whose value is not fixed: Citus would evaluate them on every worker, so it refuses them there. */
const CHANGING = new Set([
  'now',
  'clock_timestamp',
  'statement_timestamp',
  'transaction_timestamp',
  'random',
  'nextval',
]);
const isChanging = (node: unknown): boolean => {
  const call = of(node, 'FuncCall');
  const name = of(listOf(call?.['funcname']).at(-1), 'String')?.['sval'];
  return of(node, 'SQLValueFunction') !== undefined || CHANGING.has(String(name));
};

class Judge {
  readonly #spread: Spread;
  readonly found: string[] = [];
  constructor(spread: Spread) {
    this.#spread = spread;
  }

  #refuse(what: string): void {
    if (!this.found.includes(what)) this.found.push(what);
  }

  /** `schema.table` without the month of a partition. */
  #nameOf(range: Fields): string {
    return `${range['schemaname'] ?? 'public'}.${range['relname']}`.replace(/_\d{4}_\d{2}$/, '');
  }
  #isSpread(range: Fields): boolean {
    return this.#spread.has(this.#nameOf(range));
  }
  #mentionsSpread(node: unknown): boolean {
    return some(node, (each) => isFields(each) && typeof each['relname'] === 'string' && this.#isSpread(each));
  }

  query(node: unknown, outer: readonly Level[], known: ReadonlySet<string>): void {
    const query = queryOf(node);
    if (!query) return;
    const withs = isFields(query['withClause']) ? query['withClause'] : {};
    const ctes = listOf(withs['ctes']).map((each) => of(each, 'CommonTableExpr') ?? {});
    const names = new Set([...known, ...ctes.map((cte) => String(cte['ctename']))]);
    if (withs['recursive'] && this.#mentionsSpread(query)) this.#refuse('WITH RECURSIVE');
    if (of(node, 'MergeStmt') && this.#mentionsSpread(query)) this.#refuse('MERGE');
    for (const cte of ctes) this.query(cte['ctequery'], outer, names);
    // Both sides of UNION and the like are queries of their own.
    for (const side of ['larg', 'rarg'])
      if (isFields(query[side])) this.query({ SelectStmt: query[side] }, outer, names);

    const target = of(node, 'InsertStmt') ? undefined : query['relation'];
    const items = [
      ...(isFields(target) ? [{ RangeVar: target }] : []),
      ...['fromClause', 'usingClause'].flatMap((clause) => listOf(query[clause])),
    ];
    const level = this.#from(items, outer, names);
    if (level.readsSpread) this.#ofLevel(query);
    if (of(node, 'InsertStmt')) this.#insert(query);
    const key = isFields(target) ? this.#spread.get(this.#nameOf(target)) : undefined;
    if (key && listOf(query['targetList']).some((each) => of(each, 'ResTarget')?.['name'] === key)) {
      this.#refuse(`UPDATE of the key ${key}`);
    }
    this.query(query['selectStmt'], outer, names);
    const { withClause, fromClause, usingClause, selectStmt, larg, rarg, ...own } = query;
    this.#subqueries(own, [...outer, level], names);
    this.#subqueries(items, [...outer, level], names);
  }

  #ofLevel(query: Fields): void {
    if (query['fromClause'] && !query['targetList']) this.#refuse('SELECT of no column');
    if (query['lockingClause']) this.#refuse('FOR UPDATE');
    if (some(query['groupClause'], (node) => of(node, 'GroupingSet'))) this.#refuse('GROUPING SETS, CUBE or ROLLUP');
    if (some(query['returningClause'] ?? query['returningList'], (node) => of(node, 'SubLink')))
      this.#refuse('a subquery in RETURNING');
  }

  #insert(query: Fields): void {
    if (!isFields(query['relation']) || !this.#isSpread(query['relation'])) return;
    if (some(query['onConflictClause'], isChanging)) this.#refuse('a function such as now() in DO UPDATE');
    if (some(query['onConflictClause'], (node) => of(node, 'SubLink'))) this.#refuse('a subquery in DO UPDATE');
  }

  /** What a query reads from, and whether that lies on the workers. */
  #from(items: readonly unknown[], outer: readonly Level[], known: ReadonlySet<string>): Level {
    const names: string[] = [];
    const elsewhere: string[] = [];
    let readsSpread = false;
    let isLateral = false;
    const take = (item: unknown): void => {
      const join = of(item, 'JoinExpr');
      if (join) {
        const [left, right] = [join['larg'], join['rarg']];
        const isOuter = (kept: unknown, other: unknown) => !this.#mentionsSpread(kept) && this.#mentionsSpread(other);
        const type = join['jointype'];
        if (
          (type !== 'JOIN_RIGHT' && type !== 'JOIN_INNER' && isOuter(left, right)) ||
          (type !== 'JOIN_LEFT' && type !== 'JOIN_INNER' && isOuter(right, left))
        )
          this.#refuse('an outer join that keeps rows of another side');
        take(left);
        take(right);
        return;
      }
      const range = of(item, 'RangeVar');
      const subselect = of(item, 'RangeSubselect');
      const alias = ((range ?? subselect ?? of(item, 'RangeFunction'))?.['alias'] ?? {}) as Alias;
      const name = alias.aliasname ?? range?.['relname'];
      if (name) names.push(String(name));
      if (range) {
        if (this.#isSpread(range)) readsSpread = true;
        else if (range['schemaname'] || !known.has(String(range['relname']))) elsewhere.push(this.#nameOf(range));
      }
      if (subselect) {
        if (this.#mentionsSpread(subselect)) readsSpread = true;
        if (subselect['lateral']) isLateral = true;
        this.query(subselect['subquery'], outer, known);
      }
    };
    for (const item of items) take(item);
    if (readsSpread && elsewhere.length > 0) this.#refuse(`a join with ${elsewhere.join(', ')}, on the coordinator`);
    if (readsSpread && isLateral) this.#refuse('LATERAL');
    return { names, readsSpread };
  }

  /** Subqueries in conditions and columns: they are run first and must not ask the outer query for anything. */
  #subqueries(node: unknown, levels: readonly Level[], known: ReadonlySet<string>): void {
    if (Array.isArray(node)) for (const each of node) this.#subqueries(each, levels, known);
    if (!isFields(node) || of(node, 'RangeSubselect')) return;
    const subquery = of(node, 'SubLink')?.['subselect'];
    if (subquery) {
      const isSpread = this.#mentionsSpread(subquery);
      const own = new Set<unknown>();
      for (const each of nodesIn(subquery))
        if (isFields(each)) own.add(isFields(each['alias']) ? each['alias']['aliasname'] : each['relname']);
      const asked = levels.filter(({ readsSpread }) => readsSpread || isSpread).flatMap(({ names }) => names);
      const refersOut = some(subquery, (each) => {
        const fields = listOf(of(each, 'ColumnRef')?.['fields']);
        const table = fields.length > 1 ? of(fields[0], 'String')?.['sval'] : undefined;
        return table !== undefined && !own.has(table) && asked.includes(String(table));
      });
      if (refersOut) this.#refuse('a subquery that refers to the outer query');
      this.query(subquery, levels, known);
      this.#subqueries(of(node, 'SubLink')?.['testexpr'], levels, known);
      return;
    }
    for (const each of Object.values(node)) this.#subqueries(each, levels, known);
  }
}

/**
 * What Citus would refuse in a statement, or do by copying a whole table of the coordinator to every worker; empty if nothing.
 * Stricter than Citus, so that it stays simple: history is read by itself, and joined with values and other history only.
 */
export function citusRefusals(statement: string, spread: Spread): readonly string[] {
  const judge = new Judge(spread);
  for (const { stmt } of parseSync(statement).stmts ?? []) judge.query(stmt, [], new Set());
  return judge.found;
}
