import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

/** A pool of whatever kind, as other rooms name it. */
export type OpenPool = {
  readonly id: string;
  readonly poolCode: string;
  readonly name: string;
  readonly customerId: string;
};

/** Enabled pools of month packages of these customers, sub-pools too. */
export async function openPools(ctx: Ctx, customerIds: readonly string[]): Promise<readonly OpenPool[]> {
  const { rows } = await sql<OpenPool>`
    select id, pool_code as "poolCode", name, customer_id as "customerId" from pools.pool
    where state = 'enabled' and customer_id = any(${[...customerIds]}::bigint[]) order by id`.execute(
    ctx.beyondScope('pools of customers that the asking room covers'),
  );
  return rows;
}
