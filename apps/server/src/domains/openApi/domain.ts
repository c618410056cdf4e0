import { domain } from '../../framework/domain.ts';
import { sweepCalls } from './jobs.ts';
import { openRoutes } from './openRoutes.ts';
import { routes } from './routes.ts';
import { serveInterfaces } from './serving/serveInterfaces.ts';
import './openApiTables.ts';

const local = { kind: 'local' } as const;
const byCustomer = { placement: local, scope: { kind: 'tree', column: 'customer_id' } } as const;
/** Reached through the key, which is scoped. */
const ofKey = { placement: local, scope: { kind: 'global' } } as const;

export const openApiDomain = domain({
  name: 'openApi',
  needs: [
    'customers',
    'identity',
    'tasks',
    'ledger',
    'cards',
    'cardBatches',
    'cardViews',
    'usage',
    'orders',
    'groupBuys',
    'customerEvents',
  ],
  tables: {
    'open_api.api_key': byCustomer,
    'open_api.scope_set': byCustomer,
    'open_api.call': byCustomer,
    'open_api.customer_grant': byCustomer,
    'open_api.key_secret': ofKey,
    'open_api.secret_use': ofKey,
    'open_api.nonce': ofKey,
    'open_api.key_use': ofKey,
    'open_api.call_hour': ofKey,
    'open_api.call_pace': ofKey,
    'open_api.interface_use': ofKey,
    'open_api.interface': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  },
  routes,
  served: { routes: openRoutes, serve: (http, host) => serveInterfaces(http, host, openRoutes) },
  jobs: [sweepCalls],
  partitions: [{ table: 'open_api.call', keepMonths: 6, isAppendOnly: true }],
});
