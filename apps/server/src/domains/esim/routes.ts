import * as chips from '@cardinal/contract/api/esim/chips.ts';
import * as numbers from '@cardinal/contract/api/esim/numbers.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { chipDataset } from './chips/chipList.ts';
import { chipPlaces } from './chips/chipPlaces.ts';
import { previewChipMove } from './chips/previewMove.ts';
import { chipOperations, readChip } from './chips/readChip.ts';
import { tagChips } from './chips/tagChips.ts';
import { allocateChips, editChip, recoverChips } from './chips/writeChip.ts';
import { importRoutes } from './imports/importRoutes.ts';
import { invalidateNumbers } from './numbers/invalidateNumbers.ts';
import { allocateNumbers, recoverNumbers } from './numbers/moveNumbers.ts';
import { numberDataset } from './numbers/numberList.ts';
import { numberOptions } from './numbers/numberOptions.ts';
import { numberStock } from './numbers/numberStock.ts';
import { previewNumbers } from './numbers/previewNumbers.ts';
import { viewActivationCode } from './numbers/viewActivationCode.ts';
import { operationRoutes } from './operations/operationRoutes.ts';
import { strategyRoutes } from './strategy/strategyRoutes.ts';

export const routes: readonly Route[] = [
  bindList(numbers.listNumbers, numberDataset),
  bind(numbers.readNumberStock, (ctx) => numberStock(ctx)),
  bind(numbers.numberOptions, (ctx) => numberOptions(ctx)),
  bind(numbers.previewNumbers, (ctx, { body }) => previewNumbers(ctx, body)),
  bind(numbers.allocateNumbers, (ctx, { body }) => allocateNumbers(ctx, body)),
  bind(numbers.recoverNumbers, (ctx, { body }) => recoverNumbers(ctx, body)),
  bind(numbers.invalidateNumbers, (ctx, { body }) => invalidateNumbers(ctx, body)),
  bind(numbers.viewActivationCode, (ctx, { body }) => viewActivationCode(ctx, body)),
  bindList(chips.listChips, chipDataset),
  bind(chips.readChip, (ctx, { query }) => readChip(ctx, query.eid)),
  bind(chips.chipOperations, (ctx, { query }) => chipOperations(ctx, query.eid)),
  bind(chips.readChipPlaces, (ctx, { query }) => chipPlaces(ctx, query)),
  bind(chips.tagChips, (ctx, { body }) => tagChips(ctx, body)),
  bind(chips.editChip, (ctx, { body }) => editChip(ctx, body)),
  bind(chips.previewChipMove, (ctx, { body }) => previewChipMove(ctx, body)),
  bind(chips.allocateChips, (ctx, { body }) => allocateChips(ctx, body)),
  bind(chips.recoverChips, (ctx, { body }) => recoverChips(ctx, body)),
  ...importRoutes,
  ...operationRoutes,
  ...strategyRoutes,
];
