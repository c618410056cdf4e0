import { domain } from '../../framework/domain.ts';
import { moveWitnesses } from '../customers/face.ts';
import { rechargeWitness } from './recharges/moveWitness.ts';
import { rechargeRoutes } from './recharges/rechargeRoutes.ts';
import { rechargeTables } from './recharges/rechargeTables.ts';

export const customerAccountsDomain = domain({
  name: 'customerAccounts',
  needs: ['customers', 'ledger'],
  tables: rechargeTables,
  routes: rechargeRoutes,
  contributes: [moveWitnesses.with(rechargeWitness)],
});
