import type { Route } from '../../framework/domain.ts';

export const routes: readonly Route[] = [];
