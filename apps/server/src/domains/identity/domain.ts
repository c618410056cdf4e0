import { domain } from '../../framework/domain.ts';
import { moveWitnesses } from '../customers/face.ts';
import { sweepIdentity } from './jobs.ts';
import { identityWitness } from './moveWitness.ts';
import { routes } from './routes.ts';

const local = { kind: 'local' } as const;
const byCustomer = { placement: local, scope: { kind: 'tree', column: 'customer_id' } } as const;
const withoutTenant = { placement: local, scope: { kind: 'global' } } as const;

export const identityDomain = domain({
  name: 'identity',
  needs: ['customers'],
  tables: {
    'identity.account': byCustomer,
    'identity.v_account': byCustomer,
    'identity.role': byCustomer,
    'identity.account_role': byCustomer,
    'identity.session': byCustomer,
    'identity.login_attempt': byCustomer,
    'identity.known_device': byCustomer,
    'identity.preference': { placement: local, scope: { kind: 'account', column: 'account_id' } },
    'identity.sign_in_rule': byCustomer,
    'identity.two_step': byCustomer,
    'identity.sign_in_ticket': byCustomer,
    'identity.menu_set': byCustomer,
    'identity.menu_set_customer': byCustomer,
    // Typed login names, codes and the one menu tree belong to no customer.
    'identity.lockout': withoutTenant,
    'identity.captcha': withoutTenant,
    'identity.menu_entry': withoutTenant,
    'identity.rights_version': withoutTenant,
    'identity.known_permission': withoutTenant,
    'identity.sign_in_limits': withoutTenant,
  },
  routes,
  jobs: [sweepIdentity],
  contributes: [moveWitnesses.with(identityWitness)],
});
