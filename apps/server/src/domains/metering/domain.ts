import { readConsumption as consumption } from '@cardinal/contract/api/metering/consumption.ts';
import { bind, domain } from '../../framework/domain.ts';
import { recordHearers } from '../orders/face.ts';
import { callHearers, dayHearers, usageHearers } from '../usage/face.ts';
import { catchUpJob } from './marks/catchUp.ts';
import { keepMarks } from './marks/keepMarks.ts';
import { meteringTables } from './meteringTables.ts';
import { hearDays, knowMargins } from './rating/hearUsage.ts';
import { rateCalls } from './rating/rateCalls.ts';
import { readConsumption } from './reading/readConsumption.ts';

export const meteringDomain = domain({
  name: 'metering',
  needs: ['control', 'cards', 'cardViews', 'packages', 'usage', 'orders'],
  tables: meteringTables,
  partitions: [
    { table: 'metering.consumption', keepMonths: 24 },
    { table: 'metering.call_consumption', keepMonths: 24 },
  ],
  routes: [bind(consumption, (ctx, { query }) => readConsumption(ctx, query))],
  jobs: [catchUpJob],
  contributes: [
    dayHearers.with(hearDays),
    callHearers.with(rateCalls),
    usageHearers.with(knowMargins),
    recordHearers.with(keepMarks),
  ],
});
