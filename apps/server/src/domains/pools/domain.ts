import { domain } from '../../framework/domain.ts';
import { batchActions } from '../cardBatches/face.ts';
import { ownerHearers } from '../cards/face.ts';
import { numberSearch } from '../cardViews/face.ts';
import { moveWitnesses } from '../customers/face.ts';
import { taskActions } from '../tasks/face.ts';
import { dayHearers } from '../usage/face.ts';
import { poolBatchActions, poolTaskActions } from './actions/poolActions.ts';
import { endOfTransfer } from './actions/transferStore.ts';
import { hearDays } from './limits/hearDays.ts';
import { settleLimitsJob } from './limits/settleLimits.ts';
import { openCyclesJob } from './membership/opening.ts';
import { hearOwners, poolWitness } from './moves/ownerMoves.ts';
import { poolTables } from './poolTables.ts';
import { poolsNamed } from './reading/poolsNamed.ts';
import { routes } from './routes.ts';

export const poolsDomain = domain({
  name: 'pools',
  needs: [
    'customers',
    'tasks',
    'carriers',
    'packages',
    'control',
    'cards',
    'cardCommands',
    'cardBatches',
    'cardViews',
    'usage',
    'orders',
  ],
  tables: poolTables,
  routes,
  jobs: [openCyclesJob, settleLimitsJob],
  reactions: [endOfTransfer],
  contributes: [
    taskActions.with(...poolTaskActions),
    batchActions.with(...poolBatchActions),
    dayHearers.with(hearDays),
    ownerHearers.with(hearOwners),
    moveWitnesses.with(poolWitness),
    numberSearch.with(poolsNamed),
  ],
});
