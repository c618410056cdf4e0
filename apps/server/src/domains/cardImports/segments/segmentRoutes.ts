import * as api from '@cardinal/contract/api/cardImports/cardScopes.ts';
import { bind, bindList, type Route, type Upload } from '../../../framework/domain.ts';
import { gapDataset } from './gapList.ts';
import { readSegments } from './readSegments.ts';
import { segmentDataset } from './segmentList.ts';
import { deleteSegment, editSegment, generateSegment, importSegments } from './writeSegments.ts';

/** Ten thousand rows of two numbers. */
const BODY_BYTES = 1_500_000;

export const segmentRoutes: readonly Route[] = [
  bindList(api.listCardScopes, segmentDataset),
  bindList(api.listCardScopeGaps, gapDataset),
  bind(api.importCardScopes, (ctx, { body }) => importSegments(ctx, body), { bodyBytes: BODY_BYTES }),
  bind(api.uploadCardScopes, (ctx, { upload }) => readSegments(ctx, upload as Upload)),
  bind(api.editCardScope, (ctx, { body }) => editSegment(ctx, body)),
  bind(api.generateCardScope, (ctx, { body }) => generateSegment(ctx, body)),
  bind(api.deleteCardScope, (ctx, { body }) => deleteSegment(ctx, body)),
];
