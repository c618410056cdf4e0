import { domain } from '../../framework/domain.ts';
import { registerTagUse } from '../cards/face.ts';
import { registerNumberSearch } from '../cardViews/face.ts';
import { registerCoverage } from '../engines/face.ts';
import { registerTaskActions } from '../tasks/face.ts';
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

registerCoverage(['esim', 'numbering'], engineChips);
registerNumberSearch(chipsNamed);
registerTagUse(strategiesWithTag, moveStrategies);
registerTagUse(chipsWithTag, moveChipTags);
registerTaskActions([importAction, ...esimActions]);

export const esimDomain = domain({
  name: 'esim',
  needs: ['customers', 'identity', 'settings', 'tasks', 'carriers', 'catalogue', 'engines', 'sheetImports', 'cards'],
  tables: { ...esimTables, ...importTables },
  routes,
  jobs: [...importJobs, ...operationJobs, remindJob],
  reactions: [...importReactions, sessionReaction],
  callbacks: progressCallbacks,
});
