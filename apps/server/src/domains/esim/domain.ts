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
import { routes } from './routes.ts';

export const esimDomain = domain({
  name: 'esim',
  needs: [
    'customers',
    'settings',
    'tasks',
    'carriers',
    'catalogue',
    'engines',
    'sheetImports',
    'cards',
    'cardImports',
    'cardViews',
  ],
  tables: { ...esimTables, ...importTables },
  routes,
  jobs: [...importJobs, remindJob],
  reactions: importReactions,
  contributes: [
    engineCoverage.with({ code: 'esim', list: engineChips }, { code: 'numbering', list: engineChips }),
    numberSearch.with(chipsNamed),
    tagUse.with({ find: chipsWithTag, move: moveChipTags }),
    taskActions.with(importAction),
  ],
});
