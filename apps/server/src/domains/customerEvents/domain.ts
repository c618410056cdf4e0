import { domain } from '../../framework/domain.ts';
import { customerEventTables } from './customerEventTables.ts';

export const customerEventsDomain = domain({
  name: 'customerEvents',
  tables: customerEventTables,
  partitions: [{ table: 'customer_events.event', keepMonths: 6, isAppendOnly: true }],
});
