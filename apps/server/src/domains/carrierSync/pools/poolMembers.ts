import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { nearPoolIds } from './nearPools.ts';

const dbOf = (ctx: Ctx) => ctx.beyondScope('a carrier speaks of its cards, whoever has them');

/** A card and the pool its carrier reports for it; null: none. */
export type Member = { readonly id: string; readonly poolId: string | null };

/**
 * Stores the carrier pool of the account's cards. An unchanged membership is not rewritten unless it was reported before
 * `since`, the start of a full listing (`dropUnlisted`). A card that joins a pool near overage is polled more often from now
 * on.
 */
export async function noteMembers(
  ctx: Ctx,
  accountId: string,
  members: readonly Member[],
  since: Date | null = null,
): Promise<void> {
  const left = members.filter(({ poolId }) => poolId === null).map(({ id }) => id);
  if (left.length > 0) await dbOf(ctx).deleteFrom('carrier_sync.card_pool').where('card_id', 'in', left).execute();
  const come = await putMembers(ctx, accountId, members, since);
  if (come.length > 0) await readSooner(ctx, accountId, come);
}

/** Returns the cards that were not in their pool before. */
async function putMembers(
  ctx: Ctx,
  accountId: string,
  members: readonly Member[],
  since: Date | null,
): Promise<readonly Member[]> {
  const inPools = members.filter(({ poolId }) => poolId !== null);
  if (inPools.length === 0) return [];
  const before = await dbOf(ctx)
    .selectFrom('carrier_sync.card_pool')
    .select(['card_id', 'pool_id'])
    .where(
      'card_id',
      'in',
      inPools.map(({ id }) => id),
    )
    .where('carrier_account_id', '=', accountId)
    .execute();
  const poolOf = new Map(before.map((row) => [row.card_id, row.pool_id]));
  await sql`
    insert into carrier_sync.card_pool as m (card_id, carrier_account_id, pool_id, told_at)
    select card_id, ${accountId}::bigint, pool_id, ${ctx.clock.now()}
    from unnest(
      ${inPools.map(({ id }) => id)}::bigint[], ${inPools.map(({ poolId }) => poolId)}::text[]
    ) as g (card_id, pool_id)
    on conflict (card_id) do update
      set carrier_account_id = excluded.carrier_account_id, pool_id = excluded.pool_id, told_at = excluded.told_at
      where (m.carrier_account_id, m.pool_id) <> (excluded.carrier_account_id, excluded.pool_id)
        or m.told_at < ${since}::timestamptz`.execute(dbOf(ctx));
  return inPools.filter(({ id, poolId }) => poolOf.get(id) !== poolId);
}

async function readSooner(ctx: Ctx, accountId: string, members: readonly Member[]): Promise<void> {
  const near = await nearPoolIds(ctx, accountId);
  const ids = members.filter(({ poolId }) => poolId !== null && near.has(poolId)).map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    update carrier_sync.poll_slot t set is_soon = true from cards.v_card c
    where t.card_id = any(${ids}::bigint[]) and t.carrier_account_id = ${accountId}::bigint and not t.is_soon
      and c.id = t.card_id and c.lifecycle = 'activated'`.execute(dbOf(ctx));
}

/** A full listing is complete: cards it did not report in a pool are in none. */
export const dropUnlisted = (ctx: Ctx, accountId: string, since: Date): Promise<unknown> =>
  dbOf(ctx)
    .deleteFrom('carrier_sync.card_pool')
    .where('carrier_account_id', '=', accountId)
    .where('told_at', '<', since)
    .execute();
