import { listTransfers } from '@cardinal/contract/api/pools/myPool.ts';
import type { TransferState } from '@cardinal/contract/enumerations/pool.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';
import type { TransferRow } from '../poolTables.ts';

const STATE = sql<TransferState>`case when t.undone_at is not null then 'undone' when t.ended_at is not null then 'done'
  when t.effective_at is not null and t.done + t.skipped = 0 then 'scheduled' else 'running' end`;

/** What was moved out of pools the caller sees; a target that it does not see is not named. */
export const transferDataset = dataset(listTransfers, {
  from: (ctx) => ctx.db.selectFrom('pools.transfer as t'),
  table: 't',
  columns: {
    fromPoolCode: sql`null`,
    toPoolCode: sql`null`,
    accountName: sql`null`,
    state: STATE,
  },
  select: (query) => query.selectAll('t').select(STATE.as('state')),
  present: async (rows, ctx) => {
    const own = rows as unknown as readonly TransferRow[];
    const pools = await ctx.db
      .selectFrom('pools.pool')
      .select(['id', 'pool_code'])
      .where(sql<boolean>`id = any(${own.flatMap((row) => [row.from_pool_id, row.to_pool_id])}::bigint[])`)
      .execute();
    const codes = new Map(pools.map(({ id, pool_code }) => [id, pool_code]));
    const customers = await customerNames(
      ctx.db,
      own.map(({ account_customer_id }) => account_customer_id),
    );
    return own.map((row) => ({
      fromPoolCode: codes.get(row.from_pool_id) ?? '',
      toPoolCode: codes.get(row.to_pool_id) ?? null,
      accountName: customers.has(row.account_customer_id) ? row.account_name : null,
    }));
  },
});
