import { idSchema } from '../../framework/endpoint.ts';
import type { ActionCode } from '../../tasks/taskCatalogue.ts';
import type { ParametersOf } from '../cardBatches/declareActions.ts';

/** What puts cards into a pool, takes them out, and moves them from one to another. */
export const POOL_ACTIONS = ['join_pool', 'leave_pool', 'pool_transfer'] as const satisfies readonly ActionCode[];
export type PoolAction = (typeof POOL_ACTIONS)[number];

const poolId = idSchema;

export const poolParameters = {
  join_pool: { required: { poolId } },
  leave_pool: { required: { poolId } },
  /** Into the pool, out of whichever the card is in. */
  pool_transfer: { required: { poolId } },
} as const satisfies ParametersOf<PoolAction>;
