import { domain } from '../../framework/domain.ts';
import { batchActions } from '../cardBatches/face.ts';
import { readingsTaken } from '../cardCommands/face.ts';
import { lastNetworks } from '../cards/face.ts';
import { networkUse, readingFigures } from '../carriers/face.ts';
import { taskActions } from '../tasks/face.ts';
import { differenceTables } from './differences/differenceTables.ts';
import { reconcileAction } from './differences/reconcileAction.ts';
import { cardPoolTables } from './pools/poolTables.ts';
import { pollingFigures } from './rotation/pollingFigures.ts';
import { pollDueCardsJob, rotateJob } from './rotation/pollJobs.ts';
import { pollReaders } from './rotation/pollReaders.ts';
import { realNameReader } from './rotation/realNameReader.ts';
import { sessionReader } from './rotation/sessionReader.ts';
import { statusReader } from './rotation/statusReader.ts';
import { routes } from './routes.ts';
import { networksOfLastSessions } from './sessions/keptReading.ts';
import { countNetworkUse } from './sessions/networkUse.ts';
import { sessionPartitions, sessionTables } from './sessions/sessionTables.ts';
import { turnTables } from './slots/pollSlotTables.ts';
import { keepReadings } from './sync/keepReadings.ts';
import { syncAction, syncBatchAction } from './sync/syncAction.ts';
import { syncAccountJob, syncAllJob, syncImported } from './sync/syncJobs.ts';
import { syncTables } from './sync/syncTables.ts';

export const carrierSyncDomain = domain({
  name: 'carrierSync',
  needs: ['customers', 'tasks', 'carriers', 'control', 'cards', 'cardCommands', 'cardBatches'],
  tables: { ...differenceTables, ...syncTables, ...turnTables, ...cardPoolTables, ...sessionTables },
  partitions: [sessionPartitions],
  routes,
  jobs: [syncAccountJob, syncAllJob, pollDueCardsJob, rotateJob],
  reactions: [syncImported],
  contributes: [
    readingFigures.with(pollingFigures),
    networkUse.with(countNetworkUse),
    lastNetworks.with(networksOfLastSessions),
    readingsTaken.with(keepReadings),
    pollReaders.with(statusReader, sessionReader, realNameReader),
    batchActions.with(syncBatchAction),
    taskActions.with(syncAction, reconcileAction),
  ],
});
