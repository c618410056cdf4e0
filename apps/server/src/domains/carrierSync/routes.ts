import type { Route } from '../../framework/domain.ts';
import { sessionRoutes } from './sessions/sessionRoutes.ts';
import { syncRoutes } from './sync/syncRoutes.ts';

export const routes: readonly Route[] = [...syncRoutes, ...sessionRoutes];
