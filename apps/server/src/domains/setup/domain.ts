import { domain } from '../../framework/domain.ts';
import { routes } from './routes.ts';
import './setupCode.ts';

export const setupDomain = domain({
  name: 'setup',
  needs: ['customers', 'identity'],
  tables: { 'setup.code': { placement: { kind: 'local' }, scope: { kind: 'global' } } },
  routes,
});
