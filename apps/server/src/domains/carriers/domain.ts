import { domain } from '../../framework/domain.ts';
import { forgetQuietCards } from './gate/quietCards.ts';
import { networkTables } from './networks/networkTables.ts';
import { poolsSweepJob, readPoolsJob } from './pools/poolJobs.ts';
import { poolTables } from './pools/poolTables.ts';
import { pushTables } from './pushes/pushTables.ts';
import { forgetPushDays } from './pushes/strangers.ts';
import { routes } from './routes.ts';

export const carriersDomain = domain({
  name: 'carriers',
  needs: ['customers', 'settings', 'tasks', 'carrierAdapters'],
  tables: {
    ...networkTables,
    ...poolTables,
    ...pushTables,
    'carriers.account': { placement: { kind: 'reference' }, scope: { kind: 'tree', column: 'customer_id' } },
    'carriers.v_account': { placement: { kind: 'reference' }, scope: { kind: 'tree', column: 'customer_id' } },
    // Reached through the account, which is scoped.
    'carriers.gate': { placement: { kind: 'local' }, scope: { kind: 'global' } },
    'carriers.quiet_card': { placement: { kind: 'distributed', by: 'iccid' }, scope: { kind: 'global' } },
    'carriers.call': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  },
  routes,
  jobs: [forgetQuietCards, forgetPushDays, readPoolsJob, poolsSweepJob],
  partitions: [{ table: 'carriers.call', keepMonths: 6 }],
});
