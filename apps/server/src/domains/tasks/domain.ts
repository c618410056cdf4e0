import { domain } from '../../framework/domain.ts';
import { measures } from '../../framework/measures.ts';
import { taskLookup } from '../audit/face.ts';
import { exportData } from './downloads/exportAction.ts';
import { jobs } from './jobs.ts';
import { reactions } from './reactions.ts';
import { routes } from './routes.ts';
import { doneItemView } from './store/doneItems.ts';
import { taskActions } from './store/taskAction.ts';
import { oldestOpenTask } from './views/openTasks.ts';
import { taskNumbers } from './views/taskNumbers.ts';

const ofTask = { placement: { kind: 'local' }, scope: { kind: 'global' } } as const;

export const tasksDomain = domain({
  name: 'tasks',
  needs: ['customers', 'identity', 'settings', 'audit'],
  tables: {
    'tasks.task': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
    'tasks.download': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
    // Reached through their task or download, which are scoped.
    'tasks.task_item': ofTask,
    'tasks.task_lane': ofTask,
    'tasks.task_log': ofTask,
    'tasks.download_ticket': ofTask,
    'tasks.download_fetch': ofTask,
    ...doneItemView,
  },
  routes,
  jobs,
  reactions,
  contributes: [taskActions.with(exportData), taskLookup.with(taskNumbers), measures.with(oldestOpenTask)],
});
