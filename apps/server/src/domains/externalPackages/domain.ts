import { domain } from '../../framework/domain.ts';
import { measures } from '../../framework/measures.ts';
import { externalTables } from './externalTables.ts';
import { openBreakers } from './reading/sourceHealth.ts';
import { routes } from './routes.ts';
import { syncAllJob, syncSourceJob } from './syncing/syncSource.ts';

export const externalPackagesDomain = domain({
  name: 'externalPackages',
  needs: ['packages'],
  tables: externalTables,
  routes,
  jobs: [syncSourceJob, syncAllJob],
  partitions: [{ table: 'external_packages.call', keepMonths: 6 }],
  contributes: [measures.with(openBreakers)],
});
