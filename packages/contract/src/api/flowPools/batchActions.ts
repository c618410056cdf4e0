import { idSchema } from '../../framework/endpoint.ts';
import type { ActionCode } from '../../tasks/taskCatalogue.ts';
import type { ParametersOf } from '../cardBatches/declareActions.ts';

/** What puts cards into a flow pool and takes them out. */
export const FLOW_POOL_ACTIONS = ['join_flow_pool', 'leave_flow_pool'] as const satisfies readonly ActionCode[];
export type FlowPoolAction = (typeof FLOW_POOL_ACTIONS)[number];

const flowPoolId = idSchema;

export const flowPoolParameters = {
  join_flow_pool: { required: { flowPoolId } },
  leave_flow_pool: { required: { flowPoolId } },
} as const satisfies ParametersOf<FlowPoolAction>;
