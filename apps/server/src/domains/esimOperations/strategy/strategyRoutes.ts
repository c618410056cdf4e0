import * as api from '@cardinal/contract/api/esimOperations/strategies.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { firingDataset } from './firingList.ts';
import { readChipStrategy, readStrategy, strategyOptions } from './readStrategy.ts';
import { previewSwitch, simulateMove, tryStrategy } from './rehearse.ts';
import { strategyDataset } from './strategyList.ts';
import { bindStrategy, createStrategy, editStrategy, switchStrategy } from './writeStrategy.ts';

export const strategyRoutes: readonly Route[] = [
  bindList(api.listStrategies, strategyDataset),
  bind(api.readStrategy, (ctx, { query }) => readStrategy(ctx, query.strategyId)),
  bind(api.strategyOptions, (ctx) => strategyOptions(ctx)),
  bind(api.createStrategy, (ctx, { body }) => createStrategy(ctx, body)),
  bind(api.editStrategy, (ctx, { body }) => editStrategy(ctx, body)),
  bind(api.previewSwitch, (ctx, { query }) => previewSwitch(ctx, query)),
  bind(api.switchStrategy, (ctx, { body }) => switchStrategy(ctx, body)),
  bind(api.tryStrategy, (ctx, { query }) => tryStrategy(ctx, query)),
  bind(api.simulateMove, (ctx, { query }) => simulateMove(ctx, query)),
  bindList(api.listFirings, firingDataset),
  bind(api.readChipStrategy, (ctx, { query }) => readChipStrategy(ctx, query.eid)),
  bind(api.bindStrategy, (ctx, { body }) => bindStrategy(ctx, body)),
];
