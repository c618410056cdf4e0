import { domain } from '../../framework/domain.ts';
import { useHearers } from '../metering/face.ts';
import { levelHearers } from '../pools/face.ts';
import { hearLevels, hearUses } from './firing/hearing.ts';
import { tellEndingsJob } from './firing/tellEndings.ts';
import { reminderTables } from './reminderTables.ts';
import { routes } from './routes.ts';
import { sendNoticesJob } from './sending/sendNotices.ts';

export const usageRemindersDomain = domain({
  name: 'usageReminders',
  needs: [
    'customers',
    'customerEvents',
    'settings',
    'catalogue',
    'control',
    'cards',
    'orders',
    'pools',
    'metering',
    'flowControl',
    'renewals',
  ],
  tables: reminderTables,
  routes,
  jobs: [tellEndingsJob, sendNoticesJob],
  contributes: [useHearers.with(hearUses), levelHearers.with(hearLevels)],
});
