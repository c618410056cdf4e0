import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { addToPool, lockPools, ofPools } from '../cycles/poolStore.ts';
import type { MemberRow, PoolRow } from '../poolTables.ts';
import { allowancesOf } from './allowances.ts';

/** Members that bring their allowance in one transaction. */
const AT_ONCE = 1_000;

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

/** Opens a part of the cycle a pool is in; whether that was the last. */
async function openPart(ctx: Ctx, poolId: string): Promise<boolean> {
  return ctx.transact(async (inside) => {
    const pool = (await lockPools(inside, [poolId])).get(poolId);
    if (!pool) return true;
    const cycle = await ofPools(inside)
      .selectFrom('pools.pool_cycle')
      .select(['opened_to', 'opened_at'])
      .where('pool_id', '=', poolId)
      .where('cycle', '=', pool.cycle)
      .executeTakeFirstOrThrow();
    if (cycle.opened_at) return true;
    const members = await ofPools(inside)
      .selectFrom('pools.member')
      .select(['id', 'card_id'])
      .where('pool_id', '=', poolId)
      .where('left_at', 'is', null)
      .where('id', '>', cycle.opened_to)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    await openFor(inside, pool, members);
    const isDone = members.length < AT_ONCE;
    await ofPools(inside)
      .updateTable('pools.pool_cycle')
      .set({
        opened_to: members.at(-1)?.id ?? cycle.opened_to,
        opened_at: isDone ? inside.clock.now() : null,
      })
      .where('pool_id', '=', poolId)
      .where('cycle', '=', pool.cycle)
      .execute();
    return isDone;
  });
}

/** Moves pools whose cycle is over into the next one, in which their cards bring their allowance again. */
export async function openCycles(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const due = await ofPools(ctx)
    .selectFrom('pools.pool as p')
    .select('p.id')
    .where('p.state', '=', 'enabled')
    .where((on) =>
      on.or([
        on('p.cycle_ends_at', '<=', ctx.clock.now()),
        on.exists(
          on
            .selectFrom('pools.pool_cycle as c')
            .select('c.pool_id')
            .whereRef('c.pool_id', '=', 'p.id')
            .whereRef('c.cycle', '=', 'p.cycle')
            .where('c.opened_at', 'is', null),
        ),
      ]),
    )
    .orderBy('p.id')
    .execute();
  for (const { id } of due) while (!signal?.aborted && !(await openPart(ctx, id)));
}

export const openCyclesJob = job({
  name: 'pools.cycles',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    await openCycles(ctx, signal);
  },
});
