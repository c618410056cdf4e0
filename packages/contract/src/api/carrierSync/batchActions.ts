import type { ActionCode } from '../../tasks/taskCatalogue.ts';

export const SYNC_ACTIONS = ['sync_card'] as const satisfies readonly ActionCode[];
