import { domain } from '../../framework/domain.ts';
import { eventHearers } from '../cards/face.ts';
import { limitStrategyUse } from '../control/face.ts';
import { useHearers } from '../metering/face.ts';
import { recordHearers } from '../orders/face.ts';
import { hearEvents, hearRecords, hearUses, settleJob } from './hearing.ts';
import { limitUsesHere } from './limitUses.ts';
import { routes } from './routes.ts';
import { speedLimitTables } from './speedLimitTables.ts';

export const speedLimitsDomain = domain({
  name: 'speedLimits',
  needs: [
    'customers',
    'settings',
    'tasks',
    'carriers',
    'catalogue',
    'control',
    'cards',
    'cardCommands',
    'usage',
    'orders',
    'metering',
  ],
  tables: speedLimitTables,
  routes,
  jobs: [settleJob],
  contributes: [
    useHearers.with(hearUses),
    recordHearers.with(hearRecords),
    eventHearers.with(hearEvents),
    limitStrategyUse.with(limitUsesHere),
  ],
});
