import { domain } from '../../framework/domain.ts';
import { batchActions } from '../cardBatches/face.ts';
import { ownerHearers } from '../cards/face.ts';
import { moveWitnesses } from '../customers/face.ts';
import { shareHearers } from '../metering/face.ts';
import { taskActions } from '../tasks/face.ts';
import { flowPoolBatchActions, flowPoolTaskActions } from './actions/flowPoolActions.ts';
import { passFeedsJob } from './filling/passFeeds.ts';
import { flowPoolTables } from './flowPoolTables.ts';
import { hearShares } from './membership/hearShares.ts';
import { flowPoolWitness, hearOwners } from './membership/ownerMoves.ts';
import { routes } from './routes.ts';
import { settleStopsJob } from './thresholds/stops.ts';

export const flowPoolsDomain = domain({
  name: 'flowPools',
  needs: ['customers', 'tasks', 'carriers', 'packages', 'cards', 'cardBatches', 'orders', 'pools', 'metering'],
  tables: flowPoolTables,
  routes,
  jobs: [passFeedsJob, settleStopsJob],
  contributes: [
    taskActions.with(...flowPoolTaskActions),
    batchActions.with(...flowPoolBatchActions),
    shareHearers.with(hearShares),
    ownerHearers.with(hearOwners),
    moveWitnesses.with(flowPoolWitness),
  ],
});
