import {
  type bindDisplayStrategy,
  type displayBindingChoices,
  displayStrategyNotFound,
} from '@cardinal/contract/api/control/displayStrategies.ts';
import { DisplayBinding } from '@cardinal/contract/enumerations/control.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { productsToBind } from '../../catalogue/face.ts';
import { customerNames, subtreeIds } from '../../customers/face.ts';
import { packagesHeld, packagesHeldBy } from '../../packages/face.ts';
import type { DisplayStrategyRow } from '../controlTables.ts';

const MOST_OPTIONS = 100;
const unknown = text('有 {n} 个对象不能绑定', '{n} {n|object|objects} cannot be bound');
const taken = text('「{name}」已绑定策略「{strategy}」', '“{name}” is bound to the strategy “{strategy}”');

export type BoundObject = { readonly kind: DisplayBinding; readonly id: string; readonly name: string };

/** What each of these strategies is bound to, with names: packages, products, customers. */
export async function boundTo(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, readonly BoundObject[]>> {
  const rows = await ctx.db
    .selectFrom('control.display_binding as b')
    .leftJoin('packages.v_package as p', (on) =>
      on.on('b.kind', '=', 'package').on(sql<boolean>`p.id::text = b.object_id`),
    )
    .select(['b.strategy_id', 'b.kind', 'b.object_id', 'p.name as package_name'])
    .where(sql<boolean>`b.strategy_id = any(${[...ids]}::bigint[])`)
    .orderBy(sql`array_position(array['package','product','customer'], b.kind)`)
    .orderBy('b.object_id')
    .execute();
  const names = await customerNames(
    ctx.db,
    rows.filter(({ kind }) => kind === 'customer').map(({ object_id }) => object_id),
  );
  const byStrategy = Map.groupBy(rows, ({ strategy_id }) => strategy_id);
  return new Map(
    [...byStrategy].map(([id, each]) => [
      id,
      each.map(({ kind, object_id, package_name }) => ({
        kind,
        id: object_id,
        name: package_name ?? (kind === 'customer' ? (names.get(object_id) ?? '') : object_id),
      })),
    ]),
  );
}

export async function displayStrategyOf(ctx: Ctx, id: string): Promise<DisplayStrategyRow> {
  const row = await ctx.db.selectFrom('control.display_strategy').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(displayStrategyNotFound);
  return row;
}

type Given = Pick<BodyOf<typeof bindDisplayStrategy>, 'packageIds' | 'productCodes' | 'customerIds'>;
const FIELDS = { package: 'packageIds', product: 'productCodes', customer: 'customerIds' } as const;

/** What the owner of a strategy may bind: what it has, and the customers below it. It sees its own cards whole. */
async function mayBind(
  ctx: Ctx,
  ownerId: string,
  given: Given,
): Promise<Readonly<Record<DisplayBinding, Set<string>>>> {
  const [held, products, below] = await Promise.all([
    packagesHeld(ctx, ownerId, given.packageIds),
    productsToBind(ctx, ownerId),
    given.customerIds.length > 0 ? subtreeIds(ctx.db, ownerId) : [],
  ]);
  return {
    package: new Set(held.keys()),
    product: new Set(products.map(({ code }) => code)),
    customer: new Set(below.filter((id) => id !== ownerId)),
  };
}

export async function bindStrategy(ctx: Ctx, body: BodyOf<typeof bindDisplayStrategy>): Promise<typeof DONE> {
  const { id, version } = body;
  const strategy = await ctx.db
    .selectFrom('control.display_strategy')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!strategy) throw new Refused(displayStrategyNotFound);
  if (strategy.version !== version) throw new Refused(changedByAnother);
  const { customer_id: ownerId, audience } = strategy;
  const may = await mayBind(ctx, ownerId, body);
  const kinds = DisplayBinding.options.map(({ value }) => value);
  const wanted = kinds.flatMap((kind) => [...new Set(body[FIELDS[kind]])].map((objectId) => ({ kind, objectId })));
  const problems: FieldProblem[] = kinds.flatMap((kind) => {
    const n = wanted.filter((each) => each.kind === kind && !may[kind].has(each.objectId)).length;
    return n > 0 ? [{ field: FIELDS[kind], text: unknown, facts: { n } }] : [];
  });
  if (problems.length > 0) throw new Refused(invalid, {}, problems);
  const before = (await boundTo(ctx, [id])).get(id) ?? [];
  await ctx.db.deleteFrom('control.display_binding').where('strategy_id', '=', id).execute();
  if (wanted.length > 0) {
    const bound = await ctx.db
      .insertInto('control.display_binding')
      .values(
        wanted.map(({ kind, objectId }) => ({
          strategy_id: id,
          customer_id: ownerId,
          audience,
          kind,
          object_id: objectId,
          bound_by: accountOf(ctx).account,
          bound_at: ctx.clock.now(),
        })),
      )
      .onConflict((conflict) => conflict.constraint('display_binding_once').doNothing())
      .returning(['kind', 'object_id'])
      .execute();
    if (bound.length < wanted.length) await refuseTaken(ctx, strategy, wanted);
  }
  await ctx.db
    .updateTable('control.display_strategy')
    .set({ version: version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'displayStrategy',
    objectId: id,
    summary: strategy.name,
    before: { bound: before.map(({ kind, id: objectId }) => ({ kind, objectId })) },
    after: { bound: wanted },
  });
  return DONE;
}

/** Names what another strategy of the same owner and audience has, at its field. */
async function refuseTaken(
  ctx: Ctx,
  { id, customer_id, audience }: DisplayStrategyRow,
  wanted: readonly { kind: DisplayBinding; objectId: string }[],
): Promise<never> {
  const rows = await ctx.db
    .selectFrom('control.display_binding as b')
    .innerJoin('control.display_strategy as s', 's.id', 'b.strategy_id')
    .select(['b.kind', 'b.object_id', 's.id', 's.name'])
    .where('b.customer_id', '=', customer_id)
    .where('b.audience', '=', audience)
    .where('b.strategy_id', '!=', id)
    .execute();
  const names = await boundTo(
    ctx,
    rows.map((row) => row.id),
  );
  const problems = rows
    .filter((row) => wanted.some(({ kind, objectId }) => kind === row.kind && objectId === row.object_id))
    .map((row): FieldProblem => {
      const object = names.get(row.id)?.find((each) => each.kind === row.kind && each.id === row.object_id);
      return {
        field: FIELDS[row.kind],
        text: taken,
        facts: { name: object?.name ?? row.object_id, strategy: row.name },
      };
    });
  throw new Refused(invalid, {}, problems);
}

export async function bindingChoices(
  ctx: Ctx,
  { id, keyword = '' }: QueryOf<typeof displayBindingChoices>,
): Promise<AnswerOf<typeof displayBindingChoices>> {
  const ownerId = id === undefined ? accountOf(ctx).customerId : (await displayStrategyOf(ctx, id)).customer_id;
  const [packages, products] = await Promise.all([
    packagesHeldBy(ctx, ownerId, { keyword, most: MOST_OPTIONS }),
    productsToBind(ctx, ownerId),
  ]);
  return {
    packages: packages.map(({ package_id, code, name }) => ({ id: package_id, name: `${code} · ${name}` })),
    products: products.map(({ code, name }) => ({ code, name: `${code} · ${name}` })),
  };
}
