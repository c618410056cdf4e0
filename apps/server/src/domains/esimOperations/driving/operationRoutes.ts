import * as api from '@cardinal/contract/api/esimOperations/operations.ts';
import { bind, bindPrepared, type Route } from '../../../framework/domain.ts';
import {
  acceptAudit,
  auditChips,
  bindNumber,
  deleteFromChips,
  disableOnChips,
  enableOnChips,
  retryOperation,
  setFallback,
  writeChips,
} from './askChips.ts';
import { previewChips } from './previewChips.ts';
import { syncNumber } from './syncNumber.ts';
import { unbindNumber } from './unbindNumber.ts';
import { unbindNumbers } from './unbindNumbers.ts';

export const operationRoutes: readonly Route[] = [
  bind(api.previewChips, (ctx, { body }) => previewChips(ctx, body)),
  bind(api.writeChips, (ctx, { body }) => writeChips(ctx, body)),
  bind(api.enableOnChips, (ctx, { body }) => enableOnChips(ctx, body)),
  bind(api.disableOnChips, (ctx, { body }) => disableOnChips(ctx, body)),
  bind(api.deleteFromChips, (ctx, { body }) => deleteFromChips(ctx, body)),
  bind(api.auditChips, (ctx, { body }) => auditChips(ctx, body)),
  bind(api.acceptAudit, (ctx, { body }) => acceptAudit(ctx, body)),
  bind(api.setFallback, (ctx, { body }) => setFallback(ctx, body)),
  bind(api.retryOperation, (ctx, { body }) => retryOperation(ctx, body)),
  bind(api.bindNumber, (ctx, { body }) => bindNumber(ctx, body)),
  bindPrepared(api.unbindNumber, (ctx, { body }) => unbindNumber(ctx, body.numberId)),
  bindPrepared(api.unbindNumbers, (ctx, { body }) => unbindNumbers(ctx, body)),
  bindPrepared(api.syncNumber, (ctx, { body }) => syncNumber(ctx, body.numberId)),
];
