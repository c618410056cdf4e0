import { domain } from '../../framework/domain.ts';
import { merchantActivity, merchantUse } from '../paymentProviders/face.ts';
import { activityOfMerchants, useOfMerchant } from './accounts/useOfMerchant.ts';
import { noticeCallbacks } from './notices/noticeCallback.ts';
import { paymentTables } from './paymentTables.ts';
import { routes } from './routes.ts';
import { paymentStep, refundStep, routeGuard, stepsSweep } from './steps/steps.ts';

export const paymentsDomain = domain({
  name: 'payments',
  needs: ['customers', 'providerAdapters', 'paymentProviders'],
  tables: paymentTables,
  routes,
  callbacks: noticeCallbacks,
  jobs: [paymentStep, refundStep, routeGuard, stepsSweep],
  contributes: [merchantUse.with(useOfMerchant), merchantActivity.with(activityOfMerchants)],
});
