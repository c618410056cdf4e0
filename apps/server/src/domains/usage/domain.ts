import { readDailyUsage as endpoint, readVoiceDays as voiceDays } from '@cardinal/contract/api/usage/usage.ts';
import { bind, domain } from '../../framework/domain.ts';
import { pollReaders } from '../carrierSync/face.ts';
import { hasCounters } from '../carriers/face.ts';
import { countsFor } from './countsFor.ts';
import { readDailyUsage } from './dailyUsage.ts';
import { usageReader } from './usageReader.ts';
import { usageTables } from './usageTables.ts';
import { readVoiceDays } from './voiceDays.ts';

export const usageDomain = domain({
  name: 'usage',
  needs: ['carriers', 'cards', 'carrierSync', 'cardViews'],
  tables: usageTables,
  partitions: [
    { table: 'usage.card_day', keepMonths: 24 },
    { table: 'usage.reading', keepMonths: 12 },
    { table: 'usage.voice_day', keepMonths: 24 },
  ],
  routes: [
    bind(endpoint, (ctx, { query }) => readDailyUsage(ctx, query)),
    bind(voiceDays, (ctx, { query }) => readVoiceDays(ctx, query)),
  ],
  contributes: [pollReaders.with(usageReader), hasCounters.with(countsFor)],
});
