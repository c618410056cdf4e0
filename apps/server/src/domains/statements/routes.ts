import * as api from '@cardinal/contract/api/statements/statements.ts';
import { bind, bindList, bindPrepared, type Route } from '../../framework/domain.ts';
import { explainDifference } from './deciding/explainDifference.ts';
import { fetchStatement } from './deciding/fetchStatement.ts';
import { readMonth } from './reading/readMonth.ts';
import { readPaymentLines } from './reading/readPaymentLines.ts';
import { differenceDataset, lineDataset } from './reading/statementLists.ts';

export const routes: readonly Route[] = [
  bind(api.readStatementMonth, (ctx, { query }) => readMonth(ctx, query)),
  bindList(api.listStatementLines, lineDataset),
  bindList(api.listStatementDifferences, differenceDataset),
  bind(api.readPaymentLines, (ctx, { query }) => readPaymentLines(ctx, query)),
  bind(api.explainDifference, (ctx, { body }) => explainDifference(ctx, body)),
  bindPrepared(api.fetchStatement, (ctx, { body }) => fetchStatement(ctx, body), { perMinute: 30 }),
];
