import { domain } from '../../framework/domain.ts';
import { publicAccountTables } from './publicAccountTables.ts';
import { routes } from './routes.ts';
import { sweepSessions } from './signIn/sessions.ts';
import { signInCallbacks } from './signIn/signInCallbacks.ts';

export const publicAccountsDomain = domain({
  name: 'publicAccounts',
  needs: ['customers', 'control', 'cards'],
  tables: publicAccountTables,
  routes,
  callbacks: signInCallbacks,
  jobs: [sweepSessions],
});
