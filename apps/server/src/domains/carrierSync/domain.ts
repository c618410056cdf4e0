import { domain } from '../../framework/domain.ts';
import { registerReadingKeeper } from '../cardCommands/face.ts';
import { registerNetworkUse, registerReadingFigures } from '../carriers/face.ts';
import { registerTaskActions } from '../tasks/face.ts';
import { cardPoolTables } from './pools/poolTables.ts';
import { turnFigures } from './rotation/turnFigures.ts';
import { readTurnsJob, rotateJob } from './rotation/turnJobs.ts';
import { turnTables } from './rotation/turnTables.ts';
import { routes } from './routes.ts';
import { countNetworkUse } from './sessions/networkUse.ts';
import { sessionPartitions, sessionTables } from './sessions/sessionTables.ts';
import { keepReadings } from './sync/keepReadings.ts';
import { readingTables } from './sync/readingTables.ts';
import { reconcileAction } from './sync/reconcileAction.ts';
import { syncAction } from './sync/syncAction.ts';
import { syncAccountJob, syncAllJob, syncImported } from './sync/syncJobs.ts';
import { syncTables } from './sync/syncTables.ts';

registerReadingFigures(turnFigures);
registerNetworkUse(countNetworkUse);
registerReadingKeeper(keepReadings);
registerTaskActions([syncAction, reconcileAction]);

export const carrierSyncDomain = domain({
  name: 'carrierSync',
  needs: ['customers', 'settings', 'tasks', 'carriers', 'cards', 'cardCommands'],
  tables: { ...readingTables, ...syncTables, ...turnTables, ...cardPoolTables, ...sessionTables },
  partitions: [sessionPartitions],
  routes,
  jobs: [syncAccountJob, syncAllJob, readTurnsJob, rotateJob],
  reactions: [syncImported],
});
