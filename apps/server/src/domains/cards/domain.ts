import { domain } from '../../framework/domain.ts';
import { allocationActions } from '../cardBatches/allocation/allocationActions.ts';
import { imeiActions } from '../cardBatches/information/imeiActions.ts';
import { imeiWatchJob } from '../cardBatches/information/imeiWatch.ts';
import { servicePeriodAction } from '../cardBatches/information/servicePeriodAction.ts';
import { countByProduct } from '../cardBatches/product/countByProduct.ts';
import { productAction } from '../cardBatches/product/productAction.ts';
import { sweepSelectionsJob } from '../cardBatches/selection/selectionJobs.ts';
import { setJobs, setsOfImported } from '../cardBatches/sets/setJobs.ts';
import { setTables } from '../cardBatches/sets/setTables.ts';
import { changeActions } from '../cardCommands/changes/askChanges.ts';
import { changeTables } from '../cardCommands/changes/changeTables.ts';
import { confirmChangesJob, confirmChangesSweep } from '../cardCommands/changes/confirmJobs.ts';
import { confirmJob, confirmSweepJob } from '../cardCommands/commands/confirmJobs.ts';
import { confirmOfGone } from '../cardCommands/commands/confirmLease.ts';
import { statusActions } from '../cardCommands/commands/statusActions.ts';
import { gonePlans } from '../cardCommands/plans/gonePlans.ts';
import { planTables } from '../cardCommands/plans/planTables.ts';
import { pullPlansJob } from '../cardCommands/plans/pullPlans.ts';
import { importAction, importReactions } from '../cardImports/imports/importAction.ts';
import { importJobs } from '../cardImports/imports/importJobs.ts';
import { importTables } from '../cardImports/imports/importTables.ts';
import { segmentTables } from '../cardImports/segments/segmentTables.ts';
import { takeInSegmentsJob } from '../cardImports/segments/takeInSegments.ts';
import { forgetLookupsJob } from '../cardLookups/lookups/forgetLookups.ts';
import { lookupAction } from '../cardLookups/lookups/lookupAction.ts';
import { lookupTables } from '../cardLookups/lookups/lookupTables.ts';
import { locationAction } from '../cardLookups/positioning/locationAction.ts';
import { positionTables } from '../cardLookups/positioning/positionTables.ts';
import { readonlyTables } from '../cardViews/readonly/readonlyTables.ts';
import { realNameReader } from '../carrierSync/rotation/realNameReader.ts';
import { sessionReader } from '../carrierSync/rotation/sessionReader.ts';
import { statusReader } from '../carrierSync/rotation/statusReader.ts';
import { turnFigures } from '../carrierSync/rotation/turnFigures.ts';
import { readTurnsJob, rotateJob } from '../carrierSync/rotation/turnJobs.ts';
import { turnReaders } from '../carrierSync/rotation/turnReaders.ts';
import { countNetworkUse } from '../carrierSync/sessions/networkUse.ts';
import { sessionPartitions, sessionTables } from '../carrierSync/sessions/sessionTables.ts';
import { reconcileAction } from '../carrierSync/sync/reconcileAction.ts';
import { syncAction } from '../carrierSync/sync/syncAction.ts';
import { syncAccountJob, syncAllJob, syncImported } from '../carrierSync/sync/syncJobs.ts';
import { syncTables } from '../carrierSync/sync/syncTables.ts';
import { accountUse, networkUse, readingFigures } from '../carriers/face.ts';
import { productUse, withdrawnPlans } from '../catalogue/face.ts';
import { customerCards } from '../customers/face.ts';
import { engineCoverage } from '../engines/face.ts';
import { dictUse } from '../settings/face.ts';
import { taskActions } from '../tasks/face.ts';
import { cardCountersJob, cardCounterTables } from './cardCounters.ts';
import { cardTables } from './cardTables.ts';
import { countByAccount } from './countByAccount.ts';
import { countByCustomer } from './countByCustomer.ts';
import { cardWords } from './countByWord.ts';
import { engineCards } from './engineCards.ts';
import { foldBeforeJob } from './history/foldBefore.ts';
import { cardViews } from './publishedView.ts';
import { routes } from './routes.ts';
import { remarkAction } from './tags/remarkAction.ts';
import { tagActions } from './tags/tagActions.ts';

export const cardsDomain = domain({
  name: 'cards',
  needs: ['customers', 'identity', 'settings', 'tasks', 'carriers', 'catalogue', 'engines', 'sheetImports'],
  tables: {
    ...cardTables,
    ...cardViews,
    ...cardCounterTables,
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
    cardCountersJob,
    foldBeforeJob,
    ...importJobs,
    ...setJobs,
  ],
  reactions: [confirmOfGone, syncImported, setsOfImported, ...importReactions],
  contributes: [
    accountUse.with(countByAccount),
    readingFigures.with(turnFigures),
    networkUse.with(countNetworkUse),
    productUse.with(countByProduct),
    withdrawnPlans.with(gonePlans),
    customerCards.with(countByCustomer),
    dictUse.with(...cardWords),
    engineCoverage.with({ code: 'location', list: engineCards }, { code: 'diagnosis', list: engineCards }),
    turnReaders.with(statusReader, sessionReader, realNameReader),
    taskActions.with(
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
    ),
  ],
});
