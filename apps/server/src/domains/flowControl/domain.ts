import { domain } from '../../framework/domain.ts';
import { flowFigures } from '../control/face.ts';
import { useHearers } from '../metering/face.ts';
import { recordHearers } from '../orders/face.ts';
import { levelHearers } from '../pools/face.ts';
import { hearLevels, judgePoolJob } from './firing/hearLevels.ts';
import { hearRecords, hearUses, settleJob } from './firing/hearUses.ts';
import { flowControlTables } from './firingTable.ts';
import { figuresOf } from './reading/figures.ts';
import { routes } from './routes.ts';

export const flowControlDomain = domain({
  name: 'flowControl',
  needs: [
    'customers',
    'settings',
    'tasks',
    'carriers',
    'control',
    'cards',
    'cardCommands',
    'usage',
    'orders',
    'metering',
    'pools',
    'flowPools',
    'speedLimits',
  ],
  tables: flowControlTables,
  routes,
  jobs: [settleJob, judgePoolJob],
  contributes: [
    useHearers.with(hearUses),
    recordHearers.with(hearRecords),
    levelHearers.with(hearLevels),
    flowFigures.with(figuresOf),
  ],
});
