import * as records from '@cardinal/contract/api/deductions/records.ts';
import * as tariffs from '@cardinal/contract/api/deductions/tariffs.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { rerate } from './managing/rerate.ts';
import { readTariff, simulateTariff } from './managing/simulate.ts';
import { disableTariff, enableTariff } from './managing/switchTariff.ts';
import { readCardDeductions } from './reading/cardDeductions.ts';
import { deductionDataset } from './reading/deductionList.ts';
import { cardDataset, readDeduction, readFigures } from './reading/readDeduction.ts';
import { readChoices } from './tariffs/tariffChoices.ts';
import { tariffRegister } from './tariffs/tariffRegister.ts';

export const routes: readonly Route[] = [
  ...tariffRegister,
  bind(tariffs.tariffChoices, (ctx) => readChoices(ctx)),
  bind(tariffs.readTariff, (ctx, { query }) => readTariff(ctx, query)),
  bind(tariffs.simulateTariff, (ctx, { query }) => simulateTariff(ctx, query)),
  bind(tariffs.enableTariff, (ctx, { body }) => enableTariff(ctx, body)),
  bind(tariffs.disableTariff, (ctx, { body }) => disableTariff(ctx, body)),
  bindList(records.listDeductions, deductionDataset),
  bind(records.readDeduction, (ctx, { query }) => readDeduction(ctx, query)),
  bindList(records.listDeductionCards, cardDataset),
  bind(records.readFigures, (ctx, { query }) => readFigures(ctx, query)),
  bind(records.readCardDeductions, (ctx, { query }) => readCardDeductions(ctx, query)),
  bind(records.rerateDeductions, (ctx, { body }) => rerate(ctx, body)),
];
