import { domain } from '../../framework/domain.ts';
import { merchantUse } from '../paymentProviders/face.ts';
import { transferHeard } from '../payments/face.ts';
import { cashOutTables } from './cashOutTables.ts';
import { useOfMerchant } from './receivers/useOfMerchant.ts';
import { routes } from './routes.ts';
import { hearTransfer } from './steps/applySeen.ts';
import { cashOutStep, cashOutSweep } from './steps/steps.ts';

export const cashOutsDomain = domain({
  name: 'cashOuts',
  needs: [
    'customers',
    'identity',
    'ledger',
    'providerAdapters',
    'paymentProviders',
    'payments',
    'customerAccounts',
    'profitSharing',
  ],
  tables: cashOutTables,
  routes,
  jobs: [cashOutStep, cashOutSweep],
  contributes: [transferHeard.with(hearTransfer), merchantUse.with(useOfMerchant)],
});
