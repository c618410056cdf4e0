import { domain } from '../../framework/domain.ts';
import { addressTables } from './addresses/addressTables.ts';
import { routes } from './routes.ts';

export const customersDomain = domain({
  name: 'customers',
  tables: {
    ...addressTables,
    'customers.customer': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'id' } },
    'customers.v_customer': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'id' } },
    'customers.licence': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
    'customers.tree_version': { placement: { kind: 'local' }, scope: { kind: 'global' } },
    'customers.v_tree_version': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  },
  routes,
});
