import * as statement from '@cardinal/contract/api/customerAccounts/statement.ts';
import * as terms from '@cardinal/contract/api/customerAccounts/terms.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { consumptionDataset } from './statement/consumptionList.ts';
import { readTransaction } from './statement/readTransaction.ts';
import { readConsumptionSummary, reconcileConsumption } from './statement/summary.ts';
import { readCustomerAccounts, readOwnMoney, readStatement } from './terms/readTerms.ts';
import { setCredit } from './terms/setCredit.ts';

export const routes: readonly Route[] = [
  bind(terms.readOwnMoney, (ctx) => readOwnMoney(ctx)),
  bind(terms.readCustomerAccounts, (ctx, { query }) => readCustomerAccounts(ctx, query)),
  bind(terms.readStatement, (ctx, { query }) => readStatement(ctx, query)),
  bindList(statement.listConsumption, consumptionDataset),
  bind(statement.readConsumptionSummary, (ctx, { query }) => readConsumptionSummary(ctx, query)),
  bind(statement.reconcileConsumption, (ctx, { query }) => reconcileConsumption(ctx, query)),
  bind(statement.readTransaction, (ctx, { query }) => readTransaction(ctx, query)),
  bind(terms.setCredit, (ctx, { body }) => setCredit(ctx, body)),
];
