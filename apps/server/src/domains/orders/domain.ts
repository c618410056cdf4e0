import { domain } from '../../framework/domain.ts';
import { orderTables } from './orderTables.ts';
import { sweepRecordsJob } from './records/sweepRecords.ts';

export const ordersDomain = domain({
  name: 'orders',
  needs: ['cards'],
  tables: orderTables,
  jobs: [sweepRecordsJob],
});
