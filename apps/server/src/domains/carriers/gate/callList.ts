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
  id: sql<string>`c.id`,
  columns: {
    at: sql`c.at`,
    accountId: sql`c.account_id`,
    operation: sql`c.operation`,
    subject: sql`c.subject`,
    outcome: sql`c.outcome`,
    durationMs: sql`c.duration_ms`,
    carrierCode: sql`c.carrier_code`,
    reference: sql`c.reference`,
    taskId: sql`c.task_id`,
    requestId: sql`c.request_id`,
  },
  select: (query) => query.selectAll('c').select('a.name as account_name'),
  present: async (rows) =>
    rows.map(
      (row): Row => ({
        id: row.id,
        at: row.at.toISOString(),
        accountId: row.account_id,
        accountName: row.account_name,
        operation: row.operation as Row['operation'],
        subject: row.subject,
        outcome: row.outcome as Row['outcome'],
        attempt: row.attempt,
        durationMs: row.duration_ms,
        httpStatus: row.http_status,
        carrierCode: row.carrier_code,
        carrierWords: row.carrier_words,
        reference: row.reference,
        taskId: row.task_id,
        requestId: row.request_id,
      }),
    ),
});
