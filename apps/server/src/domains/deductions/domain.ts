import { domain } from '../../framework/domain.ts';
import { drawnHearers } from '../flowPools/face.ts';
import { recordHearers } from '../orders/face.ts';
import { dayHearers } from '../usage/face.ts';
import { hearDays, hearRecords } from './booking/hearUsage.ts';
import { keepRedrawn } from './booking/redrawn.ts';
import { chargeJob } from './charging/chargeCustomers.ts';
import { deductionTables } from './deductionTables.ts';
import { routes } from './routes.ts';

export const deductionsDomain = domain({
  name: 'deductions',
  needs: [
    'customers',
    'carriers',
    'ledger',
    'catalogue',
    'cards',
    'cardCommands',
    'usage',
    'orders',
    'metering',
    'flowPools',
  ],
  tables: deductionTables,
  partitions: [{ table: 'deductions.figure', keepMonths: 24 }],
  routes,
  jobs: [chargeJob],
  contributes: [dayHearers.with(hearDays), recordHearers.with(hearRecords), drawnHearers.with(keepRedrawn)],
});
