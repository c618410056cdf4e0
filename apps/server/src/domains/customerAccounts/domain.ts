import { domain } from '../../framework/domain.ts';
import { customerMoney, moveWitnesses } from '../customers/face.ts';
import { collectedPoint, paidFor } from '../payments/face.ts';
import { collectedByTransfers } from './recharges/collected.ts';
import { rechargeWitness } from './recharges/moveWitness.ts';
import { rechargesPaid } from './recharges/payOnline.ts';
import { rechargeRoutes } from './recharges/rechargeRoutes.ts';
import { rechargeTables } from './recharges/rechargeTables.ts';
import { routes } from './routes.ts';
import { balanceBelow, moneyOfCustomers, sumsOfCustomers } from './terms/customerMoney.ts';
import { grantFirst } from './terms/setCredit.ts';

export const customerAccountsDomain = domain({
  name: 'customerAccounts',
  needs: ['customers', 'identity', 'ledger', 'payments'],
  tables: rechargeTables,
  routes: [...routes, ...rechargeRoutes],
  contributes: [
    customerMoney.with({ of: moneyOfCustomers, below: balanceBelow, sums: sumsOfCustomers, grant: grantFirst }),
    moveWitnesses.with(rechargeWitness),
    collectedPoint.with(collectedByTransfers),
    paidFor.with(rechargesPaid),
  ],
});
