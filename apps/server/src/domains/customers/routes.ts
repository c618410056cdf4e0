import * as moves from '@cardinal/contract/api/customers/customerMove.ts';
import * as api from '@cardinal/contract/api/customers/customers.ts';
import { bind, bindFile, bindList, type Route } from '../../framework/domain.ts';
import { addressRoutes } from './addresses/addressRegister.ts';
import { customerDataset } from './customerList.ts';
import { customerOptions, readCustomerTree, searchCustomers } from './customerTree.ts';
import { editCustomer } from './editCustomer.ts';
import { readLicence, uploadLicence } from './licences.ts';
import { moveCustomer, previewMove } from './moving/moveCustomer.ts';
import { readCustomer } from './readCustomer.ts';
import { setCustomerStatus } from './setCustomerStatus.ts';

export const routes: readonly Route[] = [
  ...addressRoutes,
  bindList(api.listCustomers, customerDataset),
  bind(api.readCustomerTree, (ctx, { query }) => readCustomerTree(ctx, query)),
  bind(api.searchCustomers, (ctx, { query }) => searchCustomers(ctx, query)),
  bind(api.customerOptions, (ctx, { query }) => customerOptions(ctx, query)),
  bind(api.readCustomer, (ctx, { query }) => readCustomer(ctx, query)),
  bind(api.editCustomer, (ctx, { body }) => editCustomer(ctx, body)),
  bind(api.uploadLicence, (ctx, { body, upload }) => uploadLicence(ctx, body, upload)),
  bindFile(api.readLicence, (ctx, { query }) => readLicence(ctx, query)),
  bind(moves.previewMove, (ctx, { query }) => previewMove(ctx, query)),
  bind(moves.moveCustomer, (ctx, { body }) => moveCustomer(ctx, body)),
  bind(api.setCustomerStatus, (ctx, { body }) => setCustomerStatus(ctx, body)),
];
