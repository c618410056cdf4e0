import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  DeleteQueryNode,
  FunctionNode,
  IdentifierNode,
  JoinNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  type RawBuilder,
  ReferenceNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  ValueNode,
  WhereNode,
} from 'kysely';

/** Which rows of a table a caller may touch at all. */
export type ScopeRule =
  /** rows whose customer is in the caller's subtree */
  | { readonly kind: 'tree'; readonly column: string }
  /** rows of the caller's own customer only, without descendants */
  | { readonly kind: 'own'; readonly column: string }
  /** rows of the caller's own account */
  | { readonly kind: 'account'; readonly column: string }
  /** no tenant: reference data, queues, rows reached only through a scoped table */
  | { readonly kind: 'global' };

/** `whole`: all customers. Otherwise a subquery for the ids of `customerIds`. */
export type ShortScope = 'whole' | RawBuilder<unknown>;

/** Restricts one table to rows with one of these values in a column. */
export type Narrowing = {
  readonly table: string;
  readonly column: string;
  readonly values: readonly (string | number)[];
};

export type Scope = {
  /** Restrictions a caller adds to its own scope: for example a key for one carrier's cards. */
  readonly narrowed?: readonly Narrowing[];
} & (
  | { readonly everything: true }
  | {
      readonly everything: false;
      readonly customerIds: readonly string[];
      /** A shorter condition for the same customers, if listing each in every query would be slow. */
      readonly short?: ShortScope;
      readonly ownCustomerId: string;
      readonly accountId: string;
    }
);

export const EVERYTHING: Scope = { everything: true };

type Named = { readonly schema: string; readonly table: string; readonly alias?: string };

function nameOf(node: OperationNode): Named | undefined {
  const alias = AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : undefined;
  const inner = AliasNode.is(node) ? node.node : node;
  if (!TableNode.is(inner)) return undefined;
  const schema = inner.table.schema?.name ?? 'public';
  const table = inner.table.identifier.name;
  return alias ? { schema, table, alias } : { schema, table };
}

const isAnyOf = (column: OperationNode, values: readonly unknown[] | string): OperationNode =>
  BinaryOperationNode.create(column, OperatorNode.create('='), FunctionNode.create('any', [ValueNode.create(values)]));

const written = new WeakMap<readonly string[], string>();

/** The ids as PostgreSQL writes an array: the driver would write them anew for each table of each query. */
export function writtenOnce(ids: readonly string[]): string {
  const known = written.get(ids) ?? `{${ids.join(',')}}`;
  written.set(ids, known);
  return known;
}

function inTree({ short, customerIds }: Extract<Scope, { everything: false }>, column: OperationNode): OperationNode {
  // A row without a customer is in no subtree. The planner drops the condition for a non-null column.
  if (short === 'whole')
    return BinaryOperationNode.create(column, OperatorNode.create('is not'), ValueNode.createImmediate(null));
  if (short)
    return BinaryOperationNode.create(column, OperatorNode.create('in'), ParensNode.create(short.toOperationNode()));
  // What is no list stands for one: see `keptQueries`.
  return isAnyOf(column, Array.isArray(customerIds) ? writtenOnce(customerIds) : customerIds);
}

/** Nodes that hold no query and no table to be read. */
const LEAVES: ReadonlySet<OperationNode['kind']> = new Set([
  'ValueNode',
  'PrimitiveValueListNode',
  'ReferenceNode',
  'ColumnNode',
  'TableNode',
  'IdentifierNode',
  'OperatorNode',
]);

const isNode = (value: unknown): value is OperationNode =>
  typeof value === 'object' && value !== null && typeof (value as OperationNode).kind === 'string';

/**
 * The one place where tenants are kept apart: every SELECT, UPDATE, DELETE and JOIN that goes through a scoped handle gets
 * the predicate of its table, also in subqueries and CTEs. A table without a rule is refused, so the default is closed.
 * SQL written by hand does not pass here; the walls test allows it only where a room says why. Nodes in which nothing
 * changes are kept: Kysely's own transformer copies them all, which took a tenth of a short request.
 */
class ScopeTransformer {
  readonly #scope: Scope;
  readonly #rules: ReadonlyMap<string, ScopeRule>;
  /** A nested query passes here by itself and again with the outer one, so processed nodes are remembered. */
  readonly #done = new WeakSet<OperationNode>();
  constructor(scope: Scope, rules: ReadonlyMap<string, ScopeRule>) {
    this.#scope = scope;
    this.#rules = rules;
  }

  transform<Node extends OperationNode>(node: Node): Node {
    if (LEAVES.has(node.kind) || this.#done.has(node)) return node;
    let inner = node;
    for (const name in node) {
      const value: unknown = node[name];
      const after = Array.isArray(value) ? this.#each(value) : isNode(value) ? this.transform(value) : value;
      if (after !== value) inner = { ...inner, [name]: after };
    }
    const guarded = this.#guarded(inner) as Node;
    if (guarded !== inner) this.#done.add(guarded);
    return guarded;
  }

  #each(values: readonly unknown[]): readonly unknown[] {
    let after: unknown[] | undefined;
    for (const [at, value] of values.entries()) {
      const each = isNode(value) ? this.transform(value) : value;
      if (each !== value) after ??= [...values];
      if (after) after[at] = each;
    }
    return after ?? values;
  }

  #guarded(node: OperationNode): OperationNode {
    if (SelectQueryNode.is(node) || DeleteQueryNode.is(node)) return this.#where(node, node.from?.froms ?? []);
    if (UpdateQueryNode.is(node))
      return this.#where(node, [...(node.table ? [node.table] : []), ...(node.from?.froms ?? [])]);
    if (!JoinNode.is(node)) return node;
    const predicate = this.#predicate(node.table);
    if (!predicate) return node;
    return { ...node, on: OnNode.create(node.on ? AndNode.create(node.on.on, predicate) : predicate) } as JoinNode;
  }

  #where<Node extends { readonly where?: WhereNode }>(node: Node, tables: readonly OperationNode[]): Node {
    const where = tables.reduce<WhereNode | undefined>((so, table) => {
      const predicate = this.#predicate(table);
      if (!predicate) return so;
      return so ? WhereNode.cloneWithOperation(so, 'And', predicate) : WhereNode.create(predicate);
    }, node.where);
    return where === node.where ? node : { ...node, where };
  }

  #predicate(node: OperationNode): OperationNode | undefined {
    const named = nameOf(node);
    if (!named || named.schema === 'public') return undefined;
    const rule = this.#rules.get(`${named.schema}.${named.table}`);
    if (!rule) throw new Error(`No scope rule for table ${named.schema}.${named.table}`);
    const owner = named.alias ? TableNode.create(named.alias) : TableNode.createWithSchema(named.schema, named.table);
    const columnOf = (column: string) => ReferenceNode.create(ColumnNode.create(column), owner);
    const narrowed = (this.#scope.narrowed ?? [])
      .filter(({ table }) => table === `${named.schema}.${named.table}`)
      .map(({ column, values }) => isAnyOf(columnOf(column), values));
    return [this.#ofTenant(rule, columnOf), ...narrowed].reduce(
      (so, each) => (so && each ? AndNode.create(so, each) : (so ?? each)),
      undefined,
    );
  }

  #ofTenant(rule: ScopeRule, columnOf: (column: string) => OperationNode): OperationNode | undefined {
    if (this.#scope.everything || rule.kind === 'global') return undefined;
    const column = columnOf(rule.column);
    if (rule.kind === 'tree') return inTree(this.#scope, column);
    const value = rule.kind === 'own' ? this.#scope.ownCustomerId : this.#scope.accountId;
    return BinaryOperationNode.create(column, OperatorNode.create('='), ValueNode.create(value));
  }
}

/** Applies a scope to a handle: `db.withPlugin(scopePlugin(scope, rules))`. */
export function scopePlugin(scope: Scope, rules: ReadonlyMap<string, ScopeRule>): KyselyPlugin {
  if (scope.everything && !scope.narrowed?.length)
    return { transformQuery: (args) => args.node, transformResult: async (args) => args.result };
  const transformer = new ScopeTransformer(scope, rules);
  return {
    transformQuery: (args) => transformer.transform(args.node),
    transformResult: async (args) => args.result,
  };
}
