import { domain } from '../../framework/domain.ts';
import { contractHeard, paidFor } from '../payments/face.ts';
import { renewalPaid } from './charging/paidCharges.ts';
import { chargeStep, contractStep, renewalSweep } from './charging/steps.ts';
import { hearContract } from './contracts/stepContract.ts';
import { renewalTables } from './renewalTables.ts';
import { routes } from './routes.ts';

export const autoRenewalsDomain = domain({
  name: 'autoRenewals',
  needs: [
    'customers',
    'providerAdapters',
    'paymentProviders',
    'payments',
    'packages',
    'publicAccounts',
    'orders',
    'retailOrders',
  ],
  tables: renewalTables,
  routes,
  jobs: [contractStep, chargeStep, renewalSweep],
  contributes: [contractHeard.with(hearContract), paidFor.with(renewalPaid)],
});
