import { domain } from '../../framework/domain.ts';
import { listedCards } from '../carrierSync/face.ts';
import { taskActions } from '../tasks/face.ts';
import { importAction, importReactions } from './imports/importAction.ts';
import { importJobs } from './imports/importJobs.ts';
import { importTables } from './imports/importTables.ts';
import { routes } from './routes.ts';
import { segmentTables } from './segments/segmentTables.ts';
import { takeInSegmentsJob } from './segments/takeInSegments.ts';
import { noteUnmatchedCards } from './unmatched/unmatchedCards.ts';
import { unmatchedTables } from './unmatched/unmatchedTables.ts';

export const cardImportsDomain = domain({
  name: 'cardImports',
  needs: ['customers', 'settings', 'tasks', 'carriers', 'catalogue', 'sheetImports', 'cards', 'carrierSync'],
  tables: { ...importTables, ...segmentTables, ...unmatchedTables },
  routes,
  jobs: [...importJobs, takeInSegmentsJob],
  reactions: importReactions,
  contributes: [listedCards.with(noteUnmatchedCards), taskActions.with(importAction)],
});
