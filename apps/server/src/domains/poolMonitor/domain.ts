import { readPoolWall as wallEndpoint } from '@cardinal/contract/api/poolMonitor/poolWall.ts';
import { bind, domain } from '../../framework/domain.ts';
import { readPoolWall } from './readPoolWall.ts';

export const poolMonitorDomain = domain({
  name: 'poolMonitor',
  needs: ['settings', 'pools', 'flowPools'],
  tables: {},
  routes: [bind(wallEndpoint, (ctx, { query }) => readPoolWall(ctx, query))],
});
