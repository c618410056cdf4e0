import { domain, reaction } from '../../framework/domain.ts';
import { cashOutEnded } from '../cashOuts/events.ts';
import { taskActions } from '../tasks/face.ts';
import { dayReturnTables } from './dayReturnTables.ts';
import { hearCashOut } from './items/hearCashOut.ts';
import { nightJob } from './nightly/night.ts';
import { retryAction } from './nightly/retryAction.ts';
import { routes } from './routes.ts';

export const dayReturnsDomain = domain({
  name: 'dayReturns',
  needs: ['customers', 'tasks', 'profitSharing', 'cashOuts'],
  tables: dayReturnTables,
  routes,
  jobs: [nightJob],
  reactions: [reaction(cashOutEnded, 'dayReturns.ended', hearCashOut)],
  contributes: [taskActions.with(retryAction)],
});
