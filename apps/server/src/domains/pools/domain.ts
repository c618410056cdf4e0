import { domain } from '../../framework/domain.ts';
import { batchActions } from '../cardBatches/face.ts';
import { taskActions } from '../tasks/face.ts';
import { dayHearers } from '../usage/face.ts';
import { poolBatchActions, poolTaskActions } from './actions/poolActions.ts';
import { hearDays } from './membership/hearDays.ts';
import { openCyclesJob } from './membership/opening.ts';
import { poolTables } from './poolTables.ts';
import { routes } from './routes.ts';

export const poolsDomain = domain({
  name: 'pools',
  needs: ['customers', 'tasks', 'carriers', 'packages', 'cards', 'cardBatches', 'usage', 'orders'],
  tables: poolTables,
  routes,
  jobs: [openCyclesJob],
  contributes: [
    taskActions.with(...poolTaskActions),
    batchActions.with(...poolBatchActions),
    dayHearers.with(hearDays),
  ],
});
