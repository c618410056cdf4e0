import {
  readDailyUsage as endpoint,
  settleUsage as settle,
  readVoiceDays as voiceDays,
} from '@cardinal/contract/api/usage/usage.ts';
import { bind, domain } from '../../framework/domain.ts';
import { pollReaders } from '../carrierSync/face.ts';
import { hasCounters } from '../carriers/face.ts';
import { alarmUnclearJob } from './alarmUnclear.ts';
import { countsFor } from './countsFor.ts';
import { readDailyUsage } from './dailyUsage.ts';
import { settleUsage } from './settleUsage.ts';
import { usageReader } from './usageReader.ts';
import { usageTables } from './usageTables.ts';
import { readVoiceDays } from './voiceDays.ts';

export const usageDomain = domain({
  name: 'usage',
  needs: ['customers', 'carriers', 'control', 'cards', 'carrierSync', 'cardViews'],
  tables: usageTables,
  partitions: [
    { table: 'usage.card_day', keepMonths: 24 },
    { table: 'usage.reading', keepMonths: 12 },
    { table: 'usage.voice_day', keepMonths: 24 },
  ],
  routes: [
    bind(endpoint, (ctx, { query }) => readDailyUsage(ctx, query)),
    bind(settle, (ctx, { body }) => settleUsage(ctx, body)),
    bind(voiceDays, (ctx, { query }) => readVoiceDays(ctx, query)),
  ],
  jobs: [alarmUnclearJob],
  contributes: [pollReaders.with(usageReader), hasCounters.with(countsFor)],
});
