import { channelStatementNotFound } from '@cardinal/contract/api/channelStatements/refusals.ts';
import type { readChannelStatement as endpoint } from '@cardinal/contract/api/channelStatements/statements.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { batchDataset, findBatch, rowsWith, showBatches, templateSheet } from '../../sheetImports/face.ts';
import { CHANNEL_STATEMENT } from '../importing/statementKind.ts';
import { STATEMENT_COLUMNS } from '../importing/statementRowRules.ts';
import type { Statement } from '../statementTables.ts';

const ownFacts = (statement: Statement) => ({
  salesPlatform: statement.sales_platform,
  periodFrom: statement.period_from,
  periodTo: statement.period_to,
  fresh: statement.fresh,
  changed: statement.changed,
  differences: statement.differences,
});

export const statementDataset = batchDataset(CHANNEL_STATEMENT, {
  columns: {
    salesPlatform: sql`b.sales_platform`,
    periodFrom: sql`b.period_from`,
    periodTo: sql`b.period_to`,
    fileName: sql`b.file_name`,
  },
  facts: ownFacts,
});

/** A statement with what its rows come to. */
export async function readStatement(ctx: Ctx, id: string): Promise<AnswerOf<typeof endpoint>> {
  const statement = await findBatch(ctx.db, CHANNEL_STATEMENT, id);
  if (!statement) throw new Refused(channelStatementNotFound);
  const [[shown], wrong] = await Promise.all([
    showBatches(ctx, [statement]),
    rowsWith(ctx, CHANNEL_STATEMENT, statement, 'faults'),
  ]);
  if (!shown) throw new Refused(channelStatementNotFound);
  const { operator: _, ...facts } = shown;
  return {
    ...facts,
    ...ownFacts(statement),
    settled: String(statement.settled),
    currency: statement.currency,
    reasons: wrong.reasons,
    badRows: wrong.rows,
  };
}

export const statementTemplate = (ctx: Ctx) =>
  templateSheet(ctx, {
    fileName: text('渠道对账单模板.xlsx', 'Statement template.xlsx'),
    sheetName: text('渠道对账单', 'Statement'),
    columns: STATEMENT_COLUMNS,
    wide: 24,
  });
