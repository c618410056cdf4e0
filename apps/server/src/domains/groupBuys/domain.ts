import { domain, reaction } from '../../framework/domain.ts';
import { orderFinished } from '../orders/events.ts';
import { taskActions } from '../tasks/face.ts';
import { expireJob } from './batches/expireBatches.ts';
import { issueAction } from './batches/makeCodes.ts';
import { orderEnded } from './codes/hearOrder.ts';
import { groupBuyTables } from './groupBuyTables.ts';
import { routes } from './routes.ts';

export const groupBuysDomain = domain({
  name: 'groupBuys',
  needs: ['customers', 'tasks', 'ledger', 'catalogue', 'packages', 'cards', 'orders'],
  tables: groupBuyTables,
  routes,
  jobs: [expireJob],
  reactions: [reaction(orderFinished, 'groupBuys.ended', orderEnded)],
  contributes: [taskActions.with(issueAction)],
});
