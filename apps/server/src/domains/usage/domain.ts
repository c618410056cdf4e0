import { readDailyUsage as endpoint } from '@cardinal/contract/api/usage.ts';
import { bind, domain } from '../../framework/domain.ts';
import { readDailyUsage } from './dailyUsage.ts';
import { usageTables } from './usageTables.ts';

export const usageDomain = domain({
  name: 'usage',
  needs: ['cards'],
  tables: usageTables,
  partitions: [{ table: 'usage.card_day', keepMonths: 24 }],
  routes: [bind(endpoint, (ctx, { query }) => readDailyUsage(ctx, query))],
});
