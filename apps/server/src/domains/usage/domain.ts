import { readDailyUsage as endpoint } from '@cardinal/contract/api/usage.ts';
import { bind, domain } from '../../framework/domain.ts';
import { registerTurnReader } from '../cards/face.ts';
import { readDailyUsage } from './dailyUsage.ts';
import { usageReader } from './usageReader.ts';
import { usageTables } from './usageTables.ts';

registerTurnReader(usageReader);

export const usageDomain = domain({
  name: 'usage',
  needs: ['cards'],
  tables: usageTables,
  partitions: [
    { table: 'usage.card_day', keepMonths: 24 },
    { table: 'usage.reading', keepMonths: 12 },
  ],
  routes: [bind(endpoint, (ctx, { query }) => readDailyUsage(ctx, query))],
});
