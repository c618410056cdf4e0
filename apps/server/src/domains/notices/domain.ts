import { domain } from '../../framework/domain.ts';
import { tagUse } from '../cards/face.ts';
import { warningDoor } from '../earlyWarnings/face.ts';
import { noticeDoor } from '../usageReminders/face.ts';
import { cashOutNotices } from './cashOutNotices.ts';
import { dayReturnNotices } from './dayReturnNotices.ts';
import { externalPackageNotices } from './externalPackageNotices.ts';
import { everyMinute } from './jobs.ts';
import { noticesWithTag } from './noticesWithTag.ts';
import { packageReviewNotices } from './packageReviewNotices.ts';
import { poolNotices } from './poolNotices.ts';
import { pushNotices } from './pushNotices.ts';
import { reactions } from './reactions.ts';
import { rechargeNotices } from './rechargeNotices.ts';
import { reminders } from './reminders.ts';
import { renewalNotices } from './renewalNotices.ts';
import { routeNotices } from './routeNotices.ts';
import { routes } from './routes.ts';
import { statementNotices } from './statementNotices.ts';
import { strategyWarnings } from './strategyWarnings.ts';
import { deliverReminder } from './usageNotices.ts';
import { deliverWarning } from './warningNotices.ts';

const local = { kind: 'local' } as const;
/** Private to the customer: neither parent nor children see it. */
const ofDesk = { placement: local, scope: { kind: 'own', column: 'customer_id' } } as const;
const ofReader = { placement: local, scope: { kind: 'account', column: 'account_id' } } as const;

export const noticesDomain = domain({
  name: 'notices',
  needs: [
    'customers',
    'identity',
    'tasks',
    'carriers',
    'payments',
    'customerAccounts',
    'packages',
    'cards',
    'usage',
    'orders',
    'pools',
    'flowPools',
    'speedLimits',
    'flowControl',
    'operationStrategies',
    'renewals',
    'usageReminders',
    'earlyWarnings',
    'cashOuts',
    'statements',
    'dayReturns',
    'externalPackages',
    'pushes',
    'autoRenewals',
    'esim',
    'esimOperations',
  ],
  tables: {
    'notices.notice': ofDesk,
    'notices.notice_version': ofDesk,
    'notices.picture': ofDesk,
    'notices.receipt': ofReader,
    'notices.mute': ofReader,
  },
  routes,
  jobs: [everyMinute],
  reactions: [
    ...reactions,
    strategyWarnings,
    ...reminders,
    ...rechargeNotices,
    ...cashOutNotices,
    ...statementNotices,
    ...dayReturnNotices,
    ...routeNotices,
    ...renewalNotices,
    ...packageReviewNotices,
    ...externalPackageNotices,
    ...pushNotices,
    ...poolNotices,
  ],
  contributes: [
    tagUse.with({ find: noticesWithTag }),
    noticeDoor.with(deliverReminder),
    warningDoor.with(deliverWarning),
  ],
});
