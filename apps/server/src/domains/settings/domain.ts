import { domain } from '../../framework/domain.ts';
import { platformsHidden } from '../../framework/hiding.ts';
import { addressTagUse } from '../customers/face.ts';
import { countryTables } from './countries/countryTables.ts';
import { dictTables } from './dictionaries/dictTables.ts';
import { dictUse } from './dictionaries/dictUse.ts';
import { guideTables } from './guides/guideTables.ts';
import { hiddenPlatformsOf } from './platformSettings.ts';
import { routes } from './routes.ts';

const local = { kind: 'local' } as const;

export const settingsDomain = domain({
  name: 'settings',
  needs: ['customers', 'identity'],
  tables: {
    'settings.platform': { placement: local, scope: { kind: 'global' } },
    'settings.customer_setting': { placement: local, scope: { kind: 'tree', column: 'customer_id' } },
    'settings.logo': { placement: local, scope: { kind: 'global' } },
    'settings.login_background': { placement: local, scope: { kind: 'global' } },
    ...countryTables,
    ...dictTables,
    ...guideTables,
    'settings.dashboard_card': { placement: local, scope: { kind: 'account', column: 'account_id' } },
  },
  routes,
  contributes: [
    platformsHidden.with(hiddenPlatformsOf),
    // Addresses are in an earlier room and cannot contribute to this extension point themselves.
    dictUse.with({ type: 'addressTag', count: addressTagUse }),
  ],
});
