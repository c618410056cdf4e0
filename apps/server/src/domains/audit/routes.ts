import {
  cleanErrors,
  handleError,
  listErrors,
  listOperations,
  readError,
  verifyOperations,
} from '@cardinal/contract/api/audit/audit.ts';
import { reportError } from '@cardinal/contract/api/audit/reportError.ts';
import { bind, bindList, bindPrepared } from '../../framework/domain.ts';
import { errorDataset, errorDetail, keepReport, markError } from './errors.ts';
import { removeOldErrors } from './forgetErrors.ts';
import { operationDataset } from './operationList.ts';
import { verifyOperations as verify } from './verifyOperations.ts';

export const auditRoutes = [
  bindList(listOperations, operationDataset),
  bind(verifyOperations, (ctx, { query }) => verify(ctx, query)),
  bindList(listErrors, errorDataset),
  bind(readError, errorDetail),
  bind(handleError, markError),
  bindPrepared(cleanErrors, removeOldErrors),
  bind(reportError, keepReport, { transaction: 'none', perMinute: 30, bodyBytes: 32 * 1024 }),
];
