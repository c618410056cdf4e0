import { domain } from '../../framework/domain.ts';
import { batchActions } from '../cardBatches/face.ts';
import { packageUse, queuedPackages } from '../packages/face.ts';
import { taskActions } from '../tasks/face.ts';
import { closeOrdersJob } from './ordering/closeOrders.ts';
import { orderTaskActions } from './ordering/fulfilOrder.ts';
import { orderBatchActions } from './ordering/orderActions.ts';
import { orderTables } from './orderTables.ts';
import { useOfPackages } from './records/packageUse.ts';
import { sweepRecordsJob } from './records/sweepRecords.ts';
import { refundBatchAction } from './refunds/refundActions.ts';
import { stopOfQueued, tellOfStoppedJob } from './refunds/stopQueued.ts';
import { refundTaskAction } from './refunds/unsubscribe.ts';
import { routes } from './routes.ts';
import { clearingTaskAction } from './wallets/clearBalance.ts';
import { clearingBatchAction } from './wallets/clearingAction.ts';

export const ordersDomain = domain({
  name: 'orders',
  needs: [
    'customers',
    'customerEvents',
    'tasks',
    'carriers',
    'ledger',
    'packages',
    'cards',
    'cardCommands',
    'cardBatches',
  ],
  tables: orderTables,
  routes,
  jobs: [sweepRecordsJob, closeOrdersJob, tellOfStoppedJob],
  contributes: [
    taskActions.with(...orderTaskActions, refundTaskAction, clearingTaskAction),
    batchActions.with(...orderBatchActions, refundBatchAction, clearingBatchAction),
    packageUse.with(useOfPackages),
    queuedPackages.with(stopOfQueued),
  ],
});
