import {
  cleanErrors,
  handleError,
  listErrors,
  listOperations,
  readError,
  reportError,
  verifyOperations,
} from '@cardinal/contract/api/audit.ts';
import { bind, bindList } from '../../framework/domain.ts';
import { errorDataset, errorDetail, keepReport, markError, removeOldErrors } from './errors.ts';
import { operationDataset } from './operationList.ts';
import { verifyOperations as verify } from './verifyOperations.ts';

export const auditRoutes = [
  bindList(listOperations, operationDataset),
  bind(verifyOperations, (ctx, { query }) => verify(ctx, query)),
  bindList(listErrors, errorDataset),
  bind(readError, errorDetail),
  bind(handleError, markError),
  bind(cleanErrors, removeOldErrors),
  bind(reportError, keepReport, { transaction: 'none', perMinute: 30, bodyBytes: 32 * 1024 }),
];
