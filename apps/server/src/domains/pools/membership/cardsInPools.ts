import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { writeOwnColumns } from '../../cards/face.ts';
import { ofPools } from '../cycles/poolStore.ts';

/** A pool of whatever kind, as far as its cards go. */
export type AnyPool = {
  readonly id: string;
  readonly kind: 'card' | 'flow';
  readonly poolCode: string;
  readonly customerId: string;
};

export type PoolOfCard = AnyPool & { readonly cardId: string };

/** A card with its owner, locked. */
export type HeldCard = { readonly id: string; readonly customer_id: string };

/** What the card's owner is shown: the code of a pool of its own, nothing of pools above it. */
const shownCode = ({ customer_id }: HeldCard, pool: AnyPool) =>
  pool.customerId === customer_id ? pool.poolCode : null;

/** Which pool each of these cards is in, of whatever kind and whoever has it. */
export async function poolsOfCards(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlyMap<string, PoolOfCard>> {
  const rows = await ofPools(ctx)
    .selectFrom('pools.card_in_pool')
    .selectAll()
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.card_id,
      {
        cardId: row.card_id,
        id: row.pool_id,
        kind: row.kind,
        poolCode: row.pool_code,
        customerId: row.customer_id,
      },
    ]),
  );
}

/** The codes of these pools, of whatever kind, as far as the caller sees them. */
export async function poolCodesSeen(ctx: Ctx, poolIds: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .selectFrom('pools.card_in_pool')
    .select(['pool_id', 'pool_code'])
    .distinct()
    .where(sql<boolean>`pool_id = any(${[...new Set(poolIds)]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.pool_id, row.pool_code]));
}

/**
 * Notes that cards are in a pool from now on. The caller holds their locks and has seen that they are in none: a card in two
 * pools, of whatever kinds, the database refuses.
 */
export async function takeIn(ctx: Ctx, pool: AnyPool, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return;
  await sql`
    insert into pools.card_in_pool (card_id, kind, pool_id, pool_code, customer_id)
    select id, ${pool.kind}, ${pool.id}::bigint, ${pool.poolCode}, ${pool.customerId}::bigint
    from unnest(${[...cardIds]}::bigint[]) as id`.execute(ofPools(ctx));
}

/** Notes that cards, whose locks the caller holds, are in no pool from now on. */
export async function letGo(ctx: Ctx, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return;
  await ofPools(ctx)
    .deleteFrom('pools.card_in_pool')
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .execute();
}

/** Shows on locked cards the pool they are in now; without one, none. */
export const showPool = (ctx: Ctx, cards: readonly HeldCard[], pool: AnyPool | undefined): Promise<void> =>
  writeOwnColumns(
    ctx,
    cards.map((card) => ({ id: card.id, written: { pool_code: pool ? shownCode(card, pool) : null } })),
  );
