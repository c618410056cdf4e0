import {
  channelStatementNotFound,
  channelStatementNotWaiting,
} from '@cardinal/contract/api/channelStatements/refusals.ts';
import {
  CHANNEL_STATEMENT_PROGRESS,
  MOST_STATEMENT_ROWS,
} from '@cardinal/contract/api/channelStatements/statements.ts';
import { filled, text } from '@cardinal/primitives/text.ts';
import type { Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Job } from '../../../framework/domain.ts';
import { checkJob, type ImportKind, markRepeated, shownCells, sweepJob } from '../../sheetImports/face.ts';
import { beyond } from '../matching/ourOrders.ts';
import type { Statement, StatementTable } from '../statementTables.ts';
import { readStatementRow, STATEMENT_COLUMNS, storedFault, UNCHANGED } from './statementRowRules.ts';

const arrayOf = (codes: readonly string[]): string | null =>
  codes.length === 0 ? null : `{${codes.map((code) => JSON.stringify(code)).join(',')}}`;

const APPLY = text('导入渠道对账单 {name}', 'Apply statement {name}');

/** Statements of sales platforms. They are applied within the request, so that no task writes them. */
export const CHANNEL_STATEMENT: ImportKind<StatementTable> = {
  schema: 'channel_statements',
  folder: 'channel-statements',
  letter: 'S',
  topic: CHANNEL_STATEMENT_PROGRESS,
  objectKind: 'channelStatement',
  notFound: channelStatementNotFound,
  notWaiting: channelStatementNotWaiting,
  already: UNCHANGED,
  hidesAlready: true,
  subject: 'subject',
  mostRows: MOST_STATEMENT_ROWS,
  staged: ['reading_id', 'row_number', 'subject', 'fields', 'cells', 'faults'],
  columns: () => STATEMENT_COLUMNS,
  reader:
    (_ctx, { currency }, readingId, places) =>
    (row) => {
      const { subject, read, faults } = readStatementRow(row, places, currency);
      const cells = shownCells(STATEMENT_COLUMNS, row, places);
      return [readingId, row.rowNumber, subject, JSON.stringify(read), JSON.stringify(cells), arrayOf(faults)];
    },
  judge,
  stored: (_statement, code) => storedFault(code),
  titles: ({ file_name: name }) => ({ write: filled(APPLY, { name }), undo: filled(APPLY, { name }) }),
};

/** Marks rows that repeat another or say nothing new, and counts the others. */
async function judge(ctx: Ctx, statement: Statement, readingId: string): Promise<Updateable<StatementTable>> {
  await markRepeated(ctx.db, CHANNEL_STATEMENT, readingId, {
    key: sql`r.fields ->> 'theirOrderNo'`,
    fault: 'repeated',
  });
  const db = beyond(ctx);
  const known = sql`channel_statements.line l
    where l.customer_id = ${statement.customer_id}::bigint and l.sales_platform = ${statement.sales_platform}::smallint
      and l.their_order_no = r.fields ->> 'theirOrderNo'`;
  await sql`
    update channel_statements.import_row r set faults = array[${UNCHANGED}]
    where r.reading_id = ${readingId}::bigint and r.faults is null and exists (
      select from ${known}
        and l.ordered_at = (r.fields ->> 'orderedAt')::timestamptz
        and l.iccid is not distinct from r.fields ->> 'iccid'
        and l.code_hash is not distinct from r.fields ->> 'codeHash'
        and l.amount = (r.fields ->> 'amount')::bigint
        and l.settlement = (r.fields ->> 'settlement')::bigint
        and l.commission = (r.fields ->> 'commission')::bigint
        and l.state = r.fields ->> 'state'
        and l.settled_on is not distinct from (r.fields ->> 'settledOn')::date)`.execute(db);
  const { rows } = await sql<{ fresh: number; changed: number; settled: string }>`
    select (count(*) filter (where not is_known))::int as fresh, (count(*) filter (where is_known))::int as changed,
      coalesce(sum(settled), 0)::bigint as settled
    from (
      select exists (select from ${known}) as is_known,
        case when r.fields ->> 'state' = 'paid' then (r.fields ->> 'settlement')::bigint else 0 end as settled
      from channel_statements.import_row r where r.reading_id = ${readingId}::bigint and r.faults is null
    ) s`.execute(db);
  return rows[0] as { fresh: number; changed: number; settled: string };
}

export const checkStatement = checkJob(CHANNEL_STATEMENT);
export const statementJobs: readonly Job[] = [checkStatement, sweepJob(CHANNEL_STATEMENT)];
