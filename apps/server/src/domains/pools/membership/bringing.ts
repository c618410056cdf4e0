import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { addToPool, ofPools } from '../cycles/poolStore.ts';
import type { MemberRow, PoolRow } from '../poolTables.ts';
import { allowancesOf } from './allowances.ts';

/** Members that bring their allowance in one statement. */
export const AT_ONCE = 1_000;

/**
 * Members of a locked pool bring what their package grants in the pool's cycle, unless they did. Whose package has ended, or is
 * another one by now, brings nothing.
 */
export async function openFor(
  ctx: Ctx,
  pool: PoolRow,
  members: readonly Pick<MemberRow, 'id' | 'card_id'>[],
): Promise<void> {
  if (members.length === 0) return;
  const ids = members.map(({ card_id }) => card_id);
  const allowances = await allowancesOf(ctx, ids, pool.package_id);
  const { rows } = await sql<{ contributed: string }>`
    insert into pools.member_cycle as c (member_id, cycle, pool_id, customer_id, card_id, contributed)
    select g.id, ${pool.cycle}, ${pool.id}::bigint, ${pool.customer_id}::bigint, g.card_id, g.brings
    from unnest(${members.map(({ id }) => id)}::bigint[], ${ids}::bigint[],
      ${ids.map((id) => String(allowances.get(id) ?? 0n))}::bigint[]) as g (id, card_id, brings)
    on conflict (member_id, cycle) do update set contributed = excluded.contributed where c.contributed is null
    returning contributed`.execute(ofPools(ctx));
  await addToPool(ctx, pool, { contributed: rows.reduce((sum, row) => sum + BigInt(row.contributed), 0n) });
}

/** The next members of a pool that are in it, after one of them. */
export const membersAfter = (ctx: Ctx, poolId: string, after: string) =>
  ofPools(ctx)
    .selectFrom('pools.member')
    .select(['id', 'card_id'])
    .where('pool_id', '=', poolId)
    .where('left_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();

/** All members of a locked pool at once: for a cycle that passed while nothing ran. */
export async function openWhole(ctx: Ctx, pool: PoolRow): Promise<void> {
  for (let after = '0'; ; ) {
    const members = await membersAfter(ctx, pool.id, after);
    await openFor(ctx, pool, members);
    const last = members.at(-1);
    if (!last || members.length < AT_ONCE) break;
    after = last.id;
  }
  await ofPools(ctx)
    .updateTable('pools.pool_cycle')
    .set({ opened_at: ctx.clock.now() })
    .where('pool_id', '=', pool.id)
    .where('cycle', '=', pool.cycle)
    .execute();
}
