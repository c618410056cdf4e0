import * as z from 'zod';
import type { ActionCode } from '../../tasks/taskCatalogue.ts';
import { allocationParameters } from '../cardAllocations/batchActions.ts';
import { commandParameters } from '../cardCommands/batchActions.ts';
import { lookupParameters } from '../cardLookups/batchActions.ts';
import { flowPoolParameters } from '../flowPools/batchActions.ts';
import { orderParameters } from '../orders/batchActions.ts';
import { poolParameters } from '../pools/batchActions.ts';
import { localParameters } from './batchActions.ts';
import type { CardAction } from './cardActions.ts';
import { allParameters, type ParametersOf, type Taken } from './declareActions.ts';

/** What actions take, from the module of each room. The console does not load it: it validates nothing itself. */
const ROOMS = [
  commandParameters,
  localParameters,
  allocationParameters,
  lookupParameters,
  orderParameters,
  poolParameters,
  flowPoolParameters,
] as const;

/** The parameters of all actions; each action refuses those of others. */
export const actionParametersSchema = z.strictObject(allParameters(ROOMS));
export type ActionParameters = z.output<typeof actionParametersSchema>;
export type ParameterName = keyof ActionParameters;

const TAKEN: Readonly<Record<string, Taken>> = Object.assign(
  {},
  ...(ROOMS satisfies readonly ParametersOf<ActionCode>[]),
);

/** The names of the parameters an action requires, and of the others it takes. */
export function takenBy(action: CardAction) {
  const { required = {}, optional = {} } = TAKEN[action] ?? {};
  return { required: Object.keys(required), optional: Object.keys(optional) } as {
    readonly required: readonly ParameterName[];
    readonly optional: readonly ParameterName[];
  };
}
