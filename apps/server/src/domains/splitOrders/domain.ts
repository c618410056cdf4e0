import { domain } from '../../framework/domain.ts';
import { merchantUse } from '../paymentProviders/face.ts';
import { paymentSplits } from '../payments/face.ts';
import { splitReleased } from '../profitSharing/face.ts';
import { releasedSplits } from './reading/splitList.ts';
import { useOfMerchant } from './receivers/useOfMerchant.ts';
import { sharedSplits } from './returning/beforeRefund.ts';
import { routes } from './routes.ts';
import { splitTables } from './splitTables.ts';
import { splitStep, splitSweep } from './steps/steps.ts';

export const splitOrdersDomain = domain({
  name: 'splitOrders',
  needs: ['customers', 'ledger', 'providerAdapters', 'paymentProviders', 'payments', 'profitSharing'],
  tables: splitTables,
  routes,
  jobs: [splitStep, splitSweep],
  contributes: [paymentSplits.with(sharedSplits), splitReleased.with(releasedSplits), merchantUse.with(useOfMerchant)],
});
