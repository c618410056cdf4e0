import { domain } from '../../framework/domain.ts';
import { auditTables } from './auditTables.ts';
import { auditRoutes } from './routes.ts';
import { sealJob } from './sealOperations.ts';

export const auditDomain = domain({
  name: 'audit',
  needs: ['customers'],
  tables: auditTables,
  routes: auditRoutes,
  jobs: [sealJob],
  partitions: [{ table: 'audit.operation_log', isAppendOnly: true }],
});
