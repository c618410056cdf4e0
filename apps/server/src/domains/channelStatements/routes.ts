import { listChannelOrders } from '@cardinal/contract/api/channelStatements/channelOrders.ts';
import * as differences from '@cardinal/contract/api/channelStatements/differences.ts';
import * as statements from '@cardinal/contract/api/channelStatements/statements.ts';
import { bind, bindFile, bindList, type Route, type Upload } from '../../framework/domain.ts';
import { packageOptions } from '../groupBuys/face.ts';
import { cancelBatch, wrongRowsSheet } from '../sheetImports/face.ts';
import { createOrders } from './deciding/createOrders.ts';
import { settleDifferences } from './deciding/settleDifferences.ts';
import { applyStatement } from './importing/applyStatement.ts';
import { CHANNEL_STATEMENT } from './importing/statementKind.ts';
import { takeStatement } from './importing/takeStatement.ts';
import { channelOrderDataset } from './reading/channelOrderList.ts';
import { differenceDataset } from './reading/differenceList.ts';
import { readStatement, statementDataset, statementTemplate } from './reading/readStatements.ts';

export const routes: readonly Route[] = [
  bindList(listChannelOrders, channelOrderDataset),
  bindList(statements.listChannelStatements, statementDataset),
  bindFile(statements.channelStatementTemplate, (ctx) => statementTemplate(ctx)),
  bind(statements.uploadChannelStatement, (ctx, { body, upload }) => takeStatement(ctx, body, upload as Upload)),
  bind(statements.readChannelStatement, (ctx, { query }) => readStatement(ctx, query.channelStatementId)),
  bind(statements.decideChannelStatement, (ctx, { body }) => applyStatement(ctx, body)),
  bind(statements.cancelChannelStatement, (ctx, { body }) =>
    cancelBatch(ctx, CHANNEL_STATEMENT, body.channelStatementId),
  ),
  bindFile(statements.wrongChannelStatementRows, (ctx, { query }) =>
    wrongRowsSheet(ctx, CHANNEL_STATEMENT, query.channelStatementId),
  ),
  bindList(differences.listChannelDifferences, differenceDataset),
  bind(differences.channelPackages, (ctx, { query }) => packageOptions(ctx, query)),
  bind(differences.createChannelOrders, (ctx, { body }) => createOrders(ctx, body)),
  bind(differences.settleChannelDifferences, (ctx, { body }) => settleDifferences(ctx, body)),
];
