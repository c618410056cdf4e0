import { domain } from '../../framework/domain.ts';
import { measures } from '../../framework/measures.ts';
import { accountUse } from '../carriers/face.ts';
import { withdrawnPlans } from '../catalogue/face.ts';
import { taskActions } from '../tasks/face.ts';
import { changeActions } from './changes/askChanges.ts';
import { changeTables } from './changes/changeTables.ts';
import { confirmChangesJob, confirmChangesSweep } from './changes/confirmJobs.ts';
import { commandTables } from './commands/commandTables.ts';
import { countByAccount } from './commands/countByAccount.ts';
import { oldestCommand, openCommands } from './commands/openCommands.ts';
import { statusActions } from './commands/statusActions.ts';
import { confirmJob, confirmSweepJob } from './confirming/confirmJobs.ts';
import { confirmOfGone } from './confirming/confirmLease.ts';
import { gonePlans } from './plans/gonePlans.ts';
import { planRoutes } from './plans/planRoutes.ts';
import { planTables } from './plans/planTables.ts';
import { pullPlansJob } from './plans/pullPlans.ts';

export const cardCommandsDomain = domain({
  name: 'cardCommands',
  needs: ['customers', 'settings', 'tasks', 'carriers', 'catalogue', 'cards'],
  tables: { ...commandTables, ...changeTables, ...planTables },
  routes: planRoutes,
  reactions: [confirmOfGone],
  jobs: [confirmJob, confirmSweepJob, confirmChangesJob, confirmChangesSweep, pullPlansJob],
  contributes: [
    accountUse.with(countByAccount),
    measures.with(openCommands, oldestCommand),
    withdrawnPlans.with(gonePlans),
    taskActions.with(...statusActions, ...changeActions),
  ],
});
