import { domain } from '../../framework/domain.ts';
import { registerAccountUse, registerNetworkUse, registerReadingFigures } from '../carriers/face.ts';
import { registerGonePlans, registerProductUse } from '../catalogue/face.ts';
import { registerCustomerCards } from '../customers/face.ts';
import { registerCoverage } from '../engines/face.ts';
import { registerTaskActions } from '../tasks/face.ts';
import { allocationActions } from './allocation/allocationActions.ts';
import { cardTables } from './cardTables.ts';
import { tallyJob, tallyTables } from './cardTally.ts';
import { changeActions } from './changes/askChanges.ts';
import { changeTables } from './changes/changeTables.ts';
import { confirmChangesJob, confirmChangesSweep } from './changes/confirmJobs.ts';
import { confirmJob, confirmSweepJob } from './commands/confirmJobs.ts';
import { statusActions } from './commands/statusActions.ts';
import { countByAccount } from './countByAccount.ts';
import { countByCustomer } from './countByCustomer.ts';
import { registerCardWords } from './countByWord.ts';
import { engineCards } from './engineCards.ts';
import { foldBeforeJob } from './history/foldBefore.ts';
import { importAction, importReactions } from './imports/importAction.ts';
import { importJobs } from './imports/importJobs.ts';
import { importTables } from './imports/importTables.ts';
import { imeiActions } from './information/imeiActions.ts';
import { imeiWatchJob } from './information/imeiWatch.ts';
import { servicePeriodAction } from './information/servicePeriodAction.ts';
import { forgetLookupsJob } from './lookups/forgetLookups.ts';
import { lookupAction } from './lookups/lookupAction.ts';
import { lookupTables } from './lookups/lookupTables.ts';
import { gonePlans } from './plans/gonePlans.ts';
import { planTables } from './plans/planTables.ts';
import { pullPlansJob } from './plans/pullPlans.ts';
import { locationAction } from './positioning/locationAction.ts';
import { positionTables } from './positioning/positionTables.ts';
import { countByProduct } from './product/countByProduct.ts';
import { productAction } from './product/productAction.ts';
import { cardViews } from './publishedView.ts';
import { readonlyTables } from './readonly/readonlyTables.ts';
import { routes } from './routes.ts';
import { segmentTables } from './segments/segmentTables.ts';
import { takeInSegmentsJob } from './segments/takeInSegments.ts';
import { sweepSelectionsJob } from './selection/selectionJobs.ts';
import { countNetworkUse } from './sessions/networkUse.ts';
import { sessionPartitions, sessionTables } from './sessions/sessionTables.ts';
import { setJobs, setsOfImported } from './sets/setJobs.ts';
import { setTables } from './sets/setTables.ts';
import { reconcileAction } from './sync/reconcileAction.ts';
import { turnFigures } from './sync/rotation/turnFigures.ts';
import { readTurnsJob, rotateJob } from './sync/rotation/turnJobs.ts';
import { syncAction } from './sync/syncAction.ts';
import { syncAccountJob, syncAllJob, syncImported } from './sync/syncJobs.ts';
import { syncTables } from './sync/syncTables.ts';
import { remarkAction } from './tags/remarkAction.ts';
import { tagActions } from './tags/tagActions.ts';

registerAccountUse(countByAccount);
registerReadingFigures(turnFigures);
registerNetworkUse(countNetworkUse);
registerProductUse(countByProduct);
registerGonePlans(gonePlans);
registerCustomerCards(countByCustomer);
registerCardWords();
registerCoverage(['location', 'diagnosis'], engineCards);
registerTaskActions([
  ...statusActions,
  syncAction,
  ...changeActions,
  lookupAction,
  locationAction,
  reconcileAction,
  importAction,
  ...tagActions,
  remarkAction,
  productAction,
  servicePeriodAction,
  ...allocationActions,
  ...imeiActions,
]);

export const cardsDomain = domain({
  name: 'cards',
  needs: ['customers', 'identity', 'settings', 'tasks', 'carriers', 'catalogue', 'engines', 'sheetImports'],
  tables: {
    ...cardTables,
    ...cardViews,
    ...tallyTables,
    ...importTables,
    ...planTables,
    ...segmentTables,
    ...readonlyTables,
    ...setTables,
    ...syncTables,
    ...sessionTables,
    ...changeTables,
    ...lookupTables,
    ...positionTables,
  },
  partitions: [{ table: 'cards.card_event', isAppendOnly: true }, sessionPartitions],
  routes,
  jobs: [
    confirmJob,
    confirmSweepJob,
    syncAccountJob,
    syncAllJob,
    takeInSegmentsJob,
    forgetLookupsJob,
    readTurnsJob,
    rotateJob,
    sweepSelectionsJob,
    imeiWatchJob,
    confirmChangesJob,
    confirmChangesSweep,
    pullPlansJob,
    tallyJob,
    foldBeforeJob,
    ...importJobs,
    ...setJobs,
  ],
  reactions: [syncImported, setsOfImported, ...importReactions],
});
