import { domain } from '../../framework/domain.ts';
import { tagUse } from '../cards/face.ts';
import { numberSearch } from '../cardViews/face.ts';
import { engineCoverage } from '../engines/face.ts';
import { taskActions } from '../tasks/face.ts';
import { chipsNamed } from './chips/chipsNamed.ts';
import { chipsWithTag, moveChipTags } from './chips/chipTags.ts';
import { engineChips } from './chips/engineChips.ts';
import { esimTables } from './esimTables.ts';
import { importAction, importReactions } from './imports/importAction.ts';
import { importJobs } from './imports/importJobs.ts';
import { importTables } from './imports/importTables.ts';
import { remindJob } from './numbers/remindOverdue.ts';
import { esimActions } from './operations/esimActions.ts';
import { operationJobs } from './operations/operationJobs.ts';
import { progressCallbacks } from './push/progressCallback.ts';
import { sessionReaction } from './push/takeNetwork.ts';
import { routes } from './routes.ts';
import { moveStrategies, strategiesWithTag } from './strategy/strategiesWithTag.ts';

export const esimDomain = domain({
  name: 'esim',
  needs: [
    'customers',
    'settings',
    'tasks',
    'carrierAdapters',
    'carriers',
    'catalogue',
    'engines',
    'sheetImports',
    'cards',
    'carrierSync',
    'cardImports',
    'cardViews',
  ],
  tables: { ...esimTables, ...importTables },
  routes,
  jobs: [...importJobs, ...operationJobs, remindJob],
  reactions: [...importReactions, sessionReaction],
  callbacks: progressCallbacks,
  contributes: [
    engineCoverage.with({ code: 'esim', list: engineChips }, { code: 'numbering', list: engineChips }),
    numberSearch.with(chipsNamed),
    tagUse.with({ find: strategiesWithTag, move: moveStrategies }, { find: chipsWithTag, move: moveChipTags }),
    taskActions.with(importAction, ...esimActions),
  ],
});
