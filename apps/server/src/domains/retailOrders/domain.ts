import { domain, reaction } from '../../framework/domain.ts';
import { orderFinished, soldBack } from '../orders/events.ts';
import { paidFor } from '../payments/face.ts';
import { giveBackJob, orderEnded, orderSoldBack } from './buying/giveBack.ts';
import { retailPaid } from './buying/paidOrders.ts';
import { deskSweep } from './desk/deskSweep.ts';
import { retailTables } from './retailTables.ts';
import { routes } from './routes.ts';

export const retailOrdersDomain = domain({
  name: 'retailOrders',
  needs: [
    'identity',
    'customers',
    'ledger',
    'payments',
    'subAccounts',
    'packages',
    'cards',
    'publicAccounts',
    'miniPrograms',
    'orders',
    'splitOrders',
  ],
  tables: retailTables,
  routes,
  jobs: [giveBackJob, deskSweep],
  reactions: [
    reaction(orderFinished, 'retailOrders.ended', orderEnded),
    reaction(soldBack, 'retailOrders.soldBack', orderSoldBack),
  ],
  contributes: [paidFor.with(retailPaid)],
});
