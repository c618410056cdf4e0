import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { PoolStop } from '@cardinal/contract/enumerations/pool.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { ofPools } from '../cycles/poolStore.ts';
import type { PoolRow } from '../poolTables.ts';

const { arrears } = StopReason.values;

/** How many cards a pool holds stopped, by what of it stopped them. */
export async function stoppedBy(ctx: Ctx, poolId: string): Promise<ReadonlyMap<PoolStop, number>> {
  const rows = await ofPools(ctx)
    .selectFrom('pools.stop')
    .select(['kind', (on) => on.fn.countAll<string>().as('n')])
    .where('pool_id', '=', poolId)
    .where('lifted_at', 'is', null)
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, n }) => [kind, Number(n)]));
}

/** Cards of a pool and its sub-pools that nothing has stopped for arrears: those that it would stop. */
export async function runningIn(ctx: Ctx, pool: Pick<PoolRow, 'path'>): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from pools.pool p join pools.member m on m.pool_id = p.id and m.left_at is null
      join cards.v_card c on c.id = m.card_id
    where p.path like ${`${pool.path}%`} and c.lifecycle <> 'cancelled' and not ${arrears} = any(c.stop_reasons)`.execute(
    ofPools(ctx),
  );
  return Number(rows[0]?.n ?? 0);
}
