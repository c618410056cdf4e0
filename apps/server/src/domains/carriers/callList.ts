import type { listCarrierCalls } from '@cardinal/contract/api/carriers/carriers.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { sql } from 'kysely';
import type { Dataset } from '../../framework/dataset.ts';

type Row = RowOf<typeof listCarrierCalls>;

/** Calls through accounts the caller may see. */
export const callDataset: Dataset = {
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
        id: row['id'] as string,
        at: (row['at'] as Date).toISOString(),
        accountId: row['account_id'] as string,
        accountName: row['account_name'] as string,
        operation: row['operation'] as Row['operation'],
        subject: row['subject'] as string | null,
        outcome: row['outcome'] as Row['outcome'],
        attempt: row['attempt'] as number,
        durationMs: row['duration_ms'] as number,
        httpStatus: row['http_status'] as number | null,
        carrierCode: row['carrier_code'] as string | null,
        carrierWords: row['carrier_words'] as string | null,
        reference: row['reference'] as string | null,
        taskId: row['task_id'] as string | null,
        requestId: row['request_id'] as string | null,
      }),
    ),
};
