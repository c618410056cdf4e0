import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  type FromNode,
  FunctionNode,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  type QueryId,
  type RawBuilder,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueNode,
  WhereNode,
} from 'kysely';

/** Which rows of a table a caller may touch at all. */
export type ScopeRule =
  /** rows whose customer stands in the caller's subtree */
  | { readonly kind: 'tree'; readonly column: string }
  /** rows of the caller's own customer only, not of those below */
  | { readonly kind: 'own'; readonly column: string }
  /** rows of the caller's own account */
  | { readonly kind: 'account'; readonly column: string }
  /** no tenant: reference data, queues, rows reached only through a scoped table */
  | { readonly kind: 'global' };

/** `whole`: every customer there is. Otherwise a subquery for the ids of `customerIds`. */
export type ShortScope = 'whole' | RawBuilder<unknown>;

/** Of one table only rows that have one of these values in a column. */
export type Narrowing = {
  readonly table: string;
  readonly column: string;
  readonly values: readonly (string | number)[];
};

export type Scope = {
  /** What a caller gives away of its own scope: a key that reaches the cards of one carrier only. */
  readonly narrowed?: readonly Narrowing[];
} & (
  | { readonly everything: true }
  | {
      readonly everything: false;
      readonly customerIds: readonly string[];
      /** Says the same customers shorter, where naming each of them in every query would be slow. */
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

const isAnyOf = (column: OperationNode, values: readonly unknown[]): OperationNode =>
  BinaryOperationNode.create(column, OperatorNode.create('='), FunctionNode.create('any', [ValueNode.create(values)]));

function inTree({ short, customerIds }: Extract<Scope, { everything: false }>, column: OperationNode): OperationNode {
  // A row of nobody is in no tree. Of a column that is never null the planner drops this.
  if (short === 'whole')
    return BinaryOperationNode.create(column, OperatorNode.create('is not'), ValueNode.createImmediate(null));
  if (short)
    return BinaryOperationNode.create(column, OperatorNode.create('in'), ParensNode.create(short.toOperationNode()));
  return isAnyOf(column, customerIds);
}

/**
 * The one place where tenants are kept apart: every SELECT, UPDATE, DELETE and JOIN that goes through a scoped handle gets
 * the predicate of its table, also in subqueries and CTEs. A table without a rule is refused, so the default is closed.
 * SQL written by hand does not pass here; the walls test allows it only where a room says why.
 */
class ScopeTransformer extends OperationNodeTransformer {
  readonly #scope: Scope;
  readonly #rules: ReadonlyMap<string, ScopeRule>;
  /** A query inside another passes here by itself, and once more with the whole: what has its predicates gets none twice. */
  readonly #done = new WeakSet<OperationNode>();
  constructor(scope: Scope, rules: ReadonlyMap<string, ScopeRule>) {
    super();
    this.#scope = scope;
    this.#rules = rules;
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

  #guarded(where: WhereNode | undefined, tables: readonly OperationNode[]): WhereNode | undefined {
    return tables.reduce<WhereNode | undefined>((so, table) => {
      const predicate = this.#predicate(table);
      if (!predicate) return so;
      return so ? WhereNode.cloneWithOperation(so, 'And', predicate) : WhereNode.create(predicate);
    }, where);
  }

  #fromTables(from: FromNode | undefined): readonly OperationNode[] {
    return from?.froms ?? [];
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const inner = super.transformSelectQuery(node, queryId);
    const where = this.#done.has(node) ? inner.where : this.#guarded(inner.where, this.#fromTables(inner.from));
    const guarded = where ? { ...inner, where } : inner;
    this.#done.add(guarded);
    return guarded;
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const inner = super.transformUpdateQuery(node, queryId);
    const where = this.#guarded(inner.where, [...(inner.table ? [inner.table] : []), ...this.#fromTables(inner.from)]);
    return where ? { ...inner, where } : inner;
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const inner = super.transformDeleteQuery(node, queryId);
    const where = this.#guarded(inner.where, this.#fromTables(inner.from));
    return where ? { ...inner, where } : inner;
  }

  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const inner = super.transformJoin(node, queryId);
    const predicate = this.#done.has(node) ? undefined : this.#predicate(inner.table);
    const on = inner.on && predicate ? AndNode.create(inner.on.on, predicate) : (predicate ?? inner.on?.on);
    const guarded = on ? { ...inner, on: OnNode.create(on) } : inner;
    this.#done.add(guarded);
    return guarded;
  }
}

/** Puts a scope on a handle: `db.withPlugin(scopePlugin(scope, rules))`. */
export function scopePlugin(scope: Scope, rules: ReadonlyMap<string, ScopeRule>): KyselyPlugin {
  if (scope.everything && !scope.narrowed?.length)
    return { transformQuery: (args) => args.node, transformResult: async (args) => args.result };
  const transformer = new ScopeTransformer(scope, rules);
  return {
    transformQuery: (args) => transformer.transformNode(args.node, args.queryId),
    transformResult: async (args) => args.result,
  };
}
