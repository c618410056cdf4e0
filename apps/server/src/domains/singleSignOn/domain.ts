import { domain } from '../../framework/domain.ts';
import { passwordClosedFor, providersOfAccounts } from '../identity/face.ts';
import { sweepFlows } from './jobs.ts';
import { isPasswordClosed } from './providers/localSignIn.ts';
import { namesOfProviders } from './providers/readSettings.ts';
import { routes } from './routes.ts';
import './singleSignOnTables.ts';

const local = { kind: 'local' } as const;
const byCustomer = { placement: local, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const singleSignOnDomain = domain({
  name: 'singleSignOn',
  needs: ['customers', 'identity'],
  tables: {
    'single_sign_on.provider': byCustomer,
    'single_sign_on.link': byCustomer,
    'single_sign_on.local_sign_in': byCustomer,
    // Nobody has signed in yet.
    'single_sign_on.flow': { placement: local, scope: { kind: 'global' } },
  },
  routes,
  jobs: [sweepFlows],
  contributes: [passwordClosedFor.with(isPasswordClosed), providersOfAccounts.with(namesOfProviders)],
});
