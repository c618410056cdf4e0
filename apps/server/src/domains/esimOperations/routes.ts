import * as chips from '@cardinal/contract/api/esimOperations/chips.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { chipDataset } from './chips/chipList.ts';
import { chipPlaces } from './chips/chipPlaces.ts';
import { previewChipMove } from './chips/previewMove.ts';
import { chipOperations, readChip } from './chips/readChip.ts';
import { tagChips } from './chips/tagChips.ts';
import { allocateChips, editChip, recoverChips } from './chips/writeChip.ts';
import { operationRoutes } from './driving/operationRoutes.ts';
import { strategyRoutes } from './strategy/strategyRoutes.ts';

export const routes: readonly Route[] = [
  bindList(chips.listChips, chipDataset),
  bind(chips.readChip, (ctx, { query }) => readChip(ctx, query.eid)),
  bind(chips.chipOperations, (ctx, { query }) => chipOperations(ctx, query.eid)),
  bind(chips.readChipPlaces, (ctx, { query }) => chipPlaces(ctx, query)),
  bind(chips.tagChips, (ctx, { body }) => tagChips(ctx, body)),
  bind(chips.editChip, (ctx, { body }) => editChip(ctx, body)),
  bind(chips.previewChipMove, (ctx, { body }) => previewChipMove(ctx, body)),
  bind(chips.allocateChips, (ctx, { body }) => allocateChips(ctx, body)),
  bind(chips.recoverChips, (ctx, { body }) => recoverChips(ctx, body)),
  ...operationRoutes,
  ...strategyRoutes,
];
