import type { Route } from '../../framework/domain.ts';
import { importRoutes } from './imports/importRoutes.ts';
import { segmentRoutes } from './segments/segmentRoutes.ts';

export const routes: readonly Route[] = [...importRoutes, ...segmentRoutes];
