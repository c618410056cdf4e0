import { domain } from '../../framework/domain.ts';
import { tagUse } from '../cards/face.ts';
import { chipsUsed } from '../esim/face.ts';
import { taskActions } from '../tasks/face.ts';
import { esimActions } from './driving/esimActions.ts';
import { operationJobs } from './driving/operationJobs.ts';
import { chipsEverAsked } from './operations/operationStore.ts';
import { operationTables } from './operationTables.ts';
import { progressCallbacks } from './push/progressCallback.ts';
import { sessionReaction } from './push/takeNetwork.ts';
import { routes } from './routes.ts';
import { moveStrategies, strategiesWithTag } from './strategy/strategiesWithTag.ts';

export const esimOperationsDomain = domain({
  name: 'esimOperations',
  needs: [
    'customers',
    'settings',
    'tasks',
    'carrierAdapters',
    'carriers',
    'engines',
    'control',
    'cards',
    'carrierSync',
    'esim',
  ],
  tables: operationTables,
  routes,
  jobs: operationJobs,
  reactions: [sessionReaction],
  callbacks: progressCallbacks,
  contributes: [
    chipsUsed.with(chipsEverAsked),
    tagUse.with({ find: strategiesWithTag, move: moveStrategies }),
    taskActions.with(...esimActions),
  ],
});
