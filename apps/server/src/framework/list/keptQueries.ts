import type { CompiledQuery } from 'kysely';
import type { Ctx } from '../context.ts';
import type { AnyQuery } from '../dataset.ts';
import { EVERYTHING, type Scope, writtenOnce } from '../scoping.ts';

/** The values of one request in a page's query. */
export type Values = {
  /** Carriers that are not shown. */
  readonly carriers: readonly number[];
  readonly value: unknown;
  readonly id: string;
  readonly skip: number;
  readonly most: number;
};

/** Stands for a value in a query that is compiled once for all requests. */
class Slot {
  readonly read: (values: Values, scope: Scope) => unknown;
  constructor(read: (values: Values, scope: Scope) => unknown) {
    this.read = read;
  }
}

const slot = (read: Slot['read']) => new Slot(read) as never;
type OfCustomer = Extract<Scope, { everything: false }>;
const own = (read: (scope: OfCustomer) => unknown) => slot((_, scope) => (scope.everything ? undefined : read(scope)));

const SLOTS: Values = {
  carriers: slot(({ carriers }) => carriers),
  value: slot(({ value }) => value),
  id: slot(({ id }) => id),
  skip: slot(({ skip }) => skip),
  most: slot(({ most }) => most),
};
const NAMED: OfCustomer = {
  everything: false,
  customerIds: own(({ customerIds }) => writtenOnce(customerIds)),
  ownCustomerId: own(({ ownCustomerId }) => ownCustomerId),
  accountId: own(({ accountId }) => accountId),
};

/** The scope of all callers whose queries have the same text; undefined where that text is the caller's own. */
function scopeLike(scope: Scope): { readonly name: string; readonly scope: Scope } | undefined {
  if (scope.narrowed) return undefined;
  if (scope.everything) return { name: 'everything', scope: EVERYTHING };
  if (scope.short === 'whole') return { name: 'whole', scope: { ...NAMED, short: 'whole' } };
  return scope.short ? undefined : { name: 'named', scope: NAMED };
}

/** What a query may be built from to be the same for all callers. */
const FOR_ALL: ReadonlySet<PropertyKey> = new Set(['db', 'contributed'] satisfies (keyof Ctx)[]);

const forAll = (ctx: Ctx, scope: Scope): Ctx =>
  new Proxy(ctx.actAs({ actor: ctx.actor, scope }), {
    get(inside, name) {
      if (FOR_ALL.has(name)) return Reflect.get(inside, name);
      throw new Error(`A query that reads ${String(name)} is its caller's own`);
    },
  });

/** Undefined where the query is compiled for each request. */
type Kept = CompiledQuery | undefined;

/** By app and dataset: both say what a query is built from. */
const kept = new WeakMap<object, WeakMap<object, Map<string, Kept>>>();

function keptBy<K extends object, V>(map: WeakMap<K, V>, key: K, make: () => V): V {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

/**
 * The compiled query of one shape of a dataset's page. Building and compiling it takes a tenth of a short request, so it is done
 * once, with slots for the values; `build` gets a context that refuses whatever differs between callers. Where it asks for
 * more, the query is built for each request, from the same function. Shapes name no values, so there are few.
 */
export function keptQuery(
  ctx: Ctx,
  dataset: object,
  shape: string,
  values: Values,
  build: (ctx: Ctx, values: Values) => AnyQuery,
): CompiledQuery {
  const like = scopeLike(ctx.scope);
  if (!like) return build(ctx, values).compile();
  const shapes = keptBy(
    keptBy(kept, ctx.contributed, () => new WeakMap()),
    dataset,
    () => new Map<string, Kept>(),
  );
  const key = `${like.name} ${shape}`;
  if (!shapes.has(key)) shapes.set(key, compiledFor(forAll(ctx, like.scope), build));
  const found = shapes.get(key);
  if (!found) return build(ctx, values).compile();
  const parameters = found.parameters.map((each) => (each instanceof Slot ? each.read(values, ctx.scope) : each));
  return { ...found, parameters };
}

function compiledFor(ctx: Ctx, build: (ctx: Ctx, values: Values) => AnyQuery): Kept {
  try {
    return build(ctx, SLOTS).compile();
  } catch {
    return undefined;
  }
}
