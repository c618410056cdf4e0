import { type DisplayAudience, DisplayPart } from '@cardinal/contract/enumerations/control.ts';
import { sql } from 'kysely';
import type { Actor, Ctx } from '../../../framework/context.ts';
import { customerOf, idsOfPath } from '../../customers/face.ts';
import { mainPackagesOf } from '../../packages/face.ts';
import type { DisplayStrategyRow } from '../controlTables.ts';
import { type Bound, concerning, lookOf } from './displayRules.ts';
import { type Sight, together } from './sightRules.ts';

/** What a strategy goes by of a card; a card row has it. */
export type SightedCard = {
  readonly id: string;
  readonly customer_id: string;
  readonly product_code: string | null;
};

/** What those above let a caller see of cards. */
export type Sights = {
  /** Hidden on some card at least: the caller finds and sorts nothing by it, since either would tell the value. */
  readonly hides: ReadonlySet<DisplayPart>;
  readonly masksNumbers: boolean;
  /** By card; one that no strategy concerns is absent. */
  readonly of: (cards: readonly SightedCard[]) => Promise<ReadonlyMap<string, Sight>>;
};

const PARTS = DisplayPart.options.map(({ value }) => value);

/** Who looks, and as which audiences: of all above it, and an end user of his seller too. */
type Viewer = {
  readonly customerId: string;
  readonly isStaff: boolean;
  readonly audiences: readonly DisplayAudience[];
  readonly ofSeller: readonly DisplayAudience[];
};

function viewerOf(actor: Actor): Viewer | undefined {
  if (actor.kind === 'account') {
    const audiences: DisplayAudience[] = actor.openKey ? ['child', 'api'] : ['child'];
    return { customerId: actor.customerId, isStaff: true, audiences, ofSeller: [] };
  }
  if (actor.kind === 'endUser') {
    const place = actor.isInMiniProgram ? 'miniProgram' : 'publicAccount';
    return { customerId: actor.customerId, isStaff: false, audiences: ['child', place], ofSeller: [place] };
  }
  return undefined;
}

type Read = {
  readonly strategies: readonly DisplayStrategyRow[];
  readonly bindings: readonly Bound[];
  /** Of the viewer itself, from the root down. */
  readonly path: readonly string[];
};

/** The strategies of those above that are bound to something the caller may look at. */
async function strategiesAbove(ctx: Ctx, whom: Viewer): Promise<Read> {
  const db = ctx.beyondScope('what those above let the caller see');
  const path = idsOfPath((await customerOf(db, whom.customerId))?.path ?? '');
  const above = path.filter((id) => id !== whom.customerId);
  const found = await db
    .selectFrom('control.display_strategy')
    .selectAll()
    .where('is_enabled', '=', true)
    .where(
      sql<boolean>`(customer_id = any(${above}::bigint[]) and audience = any(${whom.audiences})
        or customer_id = ${whom.customerId} and audience = any(${whom.ofSeller}))`,
    )
    .execute();
  if (found.length === 0) return { strategies: [], bindings: [], path };
  const all = await db
    .selectFrom('control.display_binding')
    .select(['strategy_id as strategyId', 'kind', 'object_id as objectId'])
    .where(sql<boolean>`strategy_id = any(${found.map(({ id }) => id)}::bigint[])`)
    .execute();
  const bindings = all.filter(({ kind, objectId }) => kind !== 'customer' || !whom.isStaff || path.includes(objectId));
  const bound = new Set(bindings.map(({ strategyId }) => strategyId));
  return { strategies: found.filter(({ id }) => bound.has(id)), bindings, path };
}

/** Undefined: the caller sees cards as they are. */
export async function sightsOf(ctx: Ctx): Promise<Sights | undefined> {
  const whom = viewerOf(ctx.actor);
  if (!whom) return undefined;
  const read = await ctx.cached(`sights ${whom.customerId} ${whom.audiences}`, () => strategiesAbove(ctx, whom));
  if (read.strategies.length === 0) return undefined;
  const { hides, masksNumbers } = together(read.strategies.map(lookOf), PARTS);
  return { hides, masksNumbers, of: (cards) => sightsOn(ctx, whom, read, cards) };
}

/** Each owner's narrowest binding of an audience holds; together the strictest of all owners. */
async function sightsOn(
  ctx: Ctx,
  { isStaff }: Viewer,
  { strategies, bindings, path }: Read,
  cards: readonly SightedCard[],
): Promise<ReadonlyMap<string, Sight>> {
  const isBoundBy = (kind: Bound['kind']) => bindings.some((each) => each.kind === kind);
  const [packages, paths] = await Promise.all([
    isBoundBy('package')
      ? mainPackagesOf(
          ctx,
          cards.map(({ id }) => id),
        )
      : undefined,
    isBoundBy('customer') && !isStaff ? pathsOf(ctx, cards) : undefined,
  ]);
  const byOwner = [
    ...Map.groupBy(strategies, ({ customer_id, audience }) => `${customer_id} ${audience}`).values(),
  ].map((own) => ({ own, bound: bindings.filter(({ strategyId }) => own.some(({ id }) => id === strategyId)) }));
  const found = new Map<string, Sight>();
  for (const card of cards) {
    const asked = {
      packageId: packages?.get(card.id),
      productCode: card.product_code ?? undefined,
      customerPath: isStaff ? path : (paths?.get(card.customer_id) ?? []),
    };
    const looks = byOwner.flatMap(({ own, bound }) => {
      const holding = concerning(bound, asked)[0];
      const strategy = own.find(({ id }) => id === holding?.strategyId);
      return strategy ? [lookOf(strategy)] : [];
    });
    if (looks.length > 0) found.set(card.id, together(looks, PARTS));
  }
  return found;
}

/** From the root down, of each customer that has some of the cards: an end user is no customer, so whose card it is decides. */
async function pathsOf(ctx: Ctx, cards: readonly SightedCard[]): Promise<ReadonlyMap<string, string[]>> {
  const ids = [...new Set(cards.map(({ customer_id }) => customer_id))];
  const rows = await ctx
    .beyondScope('whose customers have these cards')
    .selectFrom('customers.v_customer')
    .select(['id', 'path'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, path }) => [id, idsOfPath(path)]));
}
