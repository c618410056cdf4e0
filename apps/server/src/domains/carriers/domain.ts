import { domain } from '../../framework/domain.ts';
import { measures } from '../../framework/measures.ts';
import { objectCarriers } from '../audit/face.ts';
import { openBreakers } from './gate/openBreakers.ts';
import { forgetQuietCards } from './gate/quietCards.ts';
import { networkTables } from './networks/networkTables.ts';
import { poolsSweepJob, readPoolsJob } from './pools/poolJobs.ts';
import { poolTables } from './pools/poolTables.ts';
import { pushTables } from './pushes/pushTables.ts';
import { forgetPushDays } from './pushes/unauthenticatedCalls.ts';
import { routes } from './routes.ts';

export const carriersDomain = domain({
  name: 'carriers',
  needs: ['customers', 'settings', 'audit', 'tasks', 'carrierAdapters'],
  tables: {
    ...networkTables,
    ...poolTables,
    ...pushTables,
    'carriers.account': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
    'carriers.v_account': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
    // Reached through the account, which is scoped.
    'carriers.gate': { placement: { kind: 'local' }, scope: { kind: 'global' } },
    'carriers.quiet_card': { placement: { kind: 'local' }, scope: { kind: 'global' } },
    'carriers.call': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  },
  routes,
  jobs: [forgetQuietCards, forgetPushDays, readPoolsJob, poolsSweepJob],
  partitions: [{ table: 'carriers.call', keepMonths: 6 }],
  contributes: [
    objectCarriers.with({ kind: 'carrierAccount', table: 'carriers.account' }),
    measures.with(openBreakers),
  ],
});
