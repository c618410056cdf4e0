import * as numbers from '@cardinal/contract/api/esim/numbers.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { importRoutes } from './imports/importRoutes.ts';
import { invalidateNumbers } from './numbers/invalidateNumbers.ts';
import { allocateNumbers, recoverNumbers } from './numbers/moveNumbers.ts';
import { numberDataset } from './numbers/numberList.ts';
import { numberOptions } from './numbers/numberOptions.ts';
import { numberStock } from './numbers/numberStock.ts';
import { previewNumbers } from './numbers/previewNumbers.ts';
import { viewActivationCode } from './numbers/viewActivationCode.ts';

export const routes: readonly Route[] = [
  bindList(numbers.listNumbers, numberDataset),
  bind(numbers.readNumberStock, (ctx) => numberStock(ctx)),
  bind(numbers.numberOptions, (ctx) => numberOptions(ctx)),
  bind(numbers.previewNumbers, (ctx, { body }) => previewNumbers(ctx, body)),
  bind(numbers.allocateNumbers, (ctx, { body }) => allocateNumbers(ctx, body)),
  bind(numbers.recoverNumbers, (ctx, { body }) => recoverNumbers(ctx, body)),
  bind(numbers.invalidateNumbers, (ctx, { body }) => invalidateNumbers(ctx, body)),
  bind(numbers.viewActivationCode, (ctx, { body }) => viewActivationCode(ctx, body)),
  ...importRoutes,
];
