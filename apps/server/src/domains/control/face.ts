// What other rooms may use of control.

export type { FlowStrategyRow } from './controlTables.ts';
export { type FlowFigures, flowFigures } from './flows/flowFigures.ts';
export { actionsGone, flowStrategyOf, refuseGoverning } from './flows/flowRegister.ts';
export { type FlowFacts, fires, waitsForPool } from './flows/flowRules.ts';
export {
  flowsSeen,
  holdFlow,
  holdFlows,
  type RunningFlow,
  runningFlows,
  turnFlow,
  withPackages,
} from './flows/runningFlows.ts';
export {
  acting,
  type Hit,
  leftOf,
  needsSecond,
  stopState,
} from './strategyRules.ts';
