import { domain } from '../../framework/domain.ts';
import { soldAs } from '../retailOrders/face.ts';
import { rechargeTables } from './rechargeTables.ts';
import { routes } from './routes.ts';
import { giveOwedJob } from './topUps/bonus.ts';
import { soldTopUps } from './topUps/soldTopUps.ts';

export const cardRechargesDomain = domain({
  name: 'cardRecharges',
  needs: [
    'customers',
    'settings',
    'ledger',
    'catalogue',
    'cards',
    'cardCommands',
    'publicAccounts',
    'orders',
    'deductions',
    'retailOrders',
  ],
  tables: rechargeTables,
  routes,
  jobs: [giveOwedJob],
  contributes: [soldAs.with(soldTopUps)],
});
