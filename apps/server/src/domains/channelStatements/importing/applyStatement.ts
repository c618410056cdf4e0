import type { decideChannelStatement as endpoint } from '@cardinal/contract/api/channelStatements/statements.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { batchIn, changeBatch, finishBatch } from '../../sheetImports/face.ts';
import { matchLines } from '../matching/matchLines.ts';
import { beyond, lockStatements } from '../matching/ourOrders.ts';
import type { Statement } from '../statementTables.ts';
import { CHANNEL_STATEMENT } from './statementKind.ts';

/** The good rows become lines, one for each order number of a platform; what a later statement says replaces what an earlier said. */
async function writeLines(ctx: Ctx, statement: Statement): Promise<string[]> {
  const ids = Array.from({ length: statement.good }, () => ctx.ids.next());
  const { rows } = await sql<{ id: string }>`
    insert into channel_statements.line (id, customer_id, sales_platform, their_order_no, ordered_at, iccid, code_hash, code_mask,
      amount, settlement, commission, currency, state, settled_on, batch_id)
    select n.id, ${statement.customer_id}::bigint, ${statement.sales_platform}::smallint, r.fields ->> 'theirOrderNo',
      (r.fields ->> 'orderedAt')::timestamptz, r.fields ->> 'iccid', r.fields ->> 'codeHash', r.fields ->> 'codeMask',
      (r.fields ->> 'amount')::bigint, (r.fields ->> 'settlement')::bigint, (r.fields ->> 'commission')::bigint,
      ${statement.currency}, r.fields ->> 'state', (r.fields ->> 'settledOn')::date, ${statement.id}::bigint
    from (
      select fields, row_number() over (order by row_number) as at
      from channel_statements.import_row where reading_id = ${statement.reading_id}::bigint and faults is null
    ) r
    join unnest(${ids}::bigint[]) with ordinality n (id, at) on n.at = r.at
    on conflict (customer_id, sales_platform, their_order_no) do update set
      ordered_at = excluded.ordered_at, iccid = excluded.iccid, code_hash = excluded.code_hash, code_mask = excluded.code_mask,
      amount = excluded.amount, settlement = excluded.settlement, commission = excluded.commission, state = excluded.state,
      settled_on = excluded.settled_on, batch_id = excluded.batch_id
    returning id`.execute(beyond(ctx));
  return rows.map(({ id }) => String(id));
}

/** Takes a checked statement over and compares it with our orders, in one transaction. */
export async function applyStatement(
  ctx: Ctx,
  { channelStatementId, choice }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { customerId } = accountOf(ctx);
  await lockStatements(ctx, customerId);
  const statement = await batchIn(ctx, CHANNEL_STATEMENT, channelStatementId, ['waiting']);
  const lineIds = await writeLines(ctx, statement);
  const differences = await matchLines(
    ctx,
    { customerId, salesPlatform: statement.sales_platform },
    { lineIds, days: { from: statement.period_from, to: statement.period_to }, batchId: statement.id },
  );
  const change = { choice, imported: lineIds.length, progress: statement.rows, differences };
  await changeBatch(ctx, CHANNEL_STATEMENT, statement, change);
  await finishBatch(ctx, CHANNEL_STATEMENT, { ...statement, ...change }, String(statement.reading_id));
  ctx.note({
    objectKind: CHANNEL_STATEMENT.objectKind,
    objectId: statement.id,
    summary: statement.file_name,
    before: { state: statement.state },
    after: { rows: lineIds.length, differences },
  });
  return { taskId: null };
}
