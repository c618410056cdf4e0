import { listCarrierCalls } from '@cardinal/contract/api/carriers/carriers.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';

type Row = RowOf<typeof listCarrierCalls>;

/** Calls through accounts the caller may see. */
export const callDataset = dataset(listCarrierCalls, {
  from: (ctx) =>
    ctx.db
      .selectFrom('carriers.call as c')
      .innerJoin('carriers.account as a', (join) => join.onRef('a.id', '=', 'c.account_id')),
  carrier: sql`a.platform`,
  table: 'c',
  select: (query) => query.selectAll('c').select('a.name as account_name'),
  present: async (rows) =>
    rows.map((row) => ({
      operation: row.operation as Row['operation'],
      outcome: row.outcome as Row['outcome'],
    })),
});
