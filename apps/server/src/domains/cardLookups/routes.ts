import type { Route } from '../../framework/domain.ts';
import { lineRoutes } from './line/lineRoutes.ts';
import { lookupRoutes } from './lookups/lookupRoutes.ts';
import { positionRoutes } from './positioning/positionRoutes.ts';
import { realNameRoutes } from './realName/realNameRoutes.ts';

export const routes: readonly Route[] = [...lookupRoutes, ...positionRoutes, ...lineRoutes, ...realNameRoutes];
