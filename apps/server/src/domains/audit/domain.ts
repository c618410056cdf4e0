import { domain } from '../../framework/domain.ts';
import { auditTables } from './auditTables.ts';
import { forgetErrorsJob } from './forgetErrors.ts';
import { auditRoutes } from './routes.ts';
import { sealJob } from './sealOperations.ts';

export const auditDomain = domain({
  name: 'audit',
  needs: ['customers', 'identity', 'settings'],
  tables: auditTables,
  routes: auditRoutes,
  jobs: [sealJob, forgetErrorsJob],
  partitions: [{ table: 'audit.operation_log', isAppendOnly: true }],
});
