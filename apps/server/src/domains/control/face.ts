// What other rooms may use of control.

export { type LimitOfRule, limitsOfRules } from './associations/ruleLimits.ts';
export { exceptionsOn } from './associations/standingExceptions.ts';
export type { FlowStrategyRow, LimitStrategyRow } from './controlTables.ts';
export { bytesSeen, isShownDay, type Sight } from './displays/sightRules.ts';
export { type SightedCard, type Sights, sightsOf } from './displays/sights.ts';
export { type FlowFigures, flowFigures } from './flows/flowFigures.ts';
export { actionsGone, flowStrategyOf, refuseGoverning } from './flows/flowRegister.ts';
export { type FlowFacts, fires, waitsForPool } from './flows/flowRules.ts';
export {
  flowNames,
  flowsSeen,
  holdFlow,
  holdFlows,
  type RunningFlow,
  runningFlows,
  turnFlow,
  withPackages,
} from './flows/runningFlows.ts';
export { type LimitRule, speedAt, standingAt } from './limits/limitRules.ts';
export { limitsToChoose, limitTemplates } from './limits/limitTemplates.ts';
export { type LimitUse, limitStrategyUse } from './limits/limitUse.ts';
export { tiersText } from './limits/limitWords.ts';
export { usableLimits } from './limits/usableLimits.ts';
export { countedUntil, firstWholeDay, isTooOld } from './readingAge.ts';
export {
  acting,
  type Hit,
  leftOf,
  needsSecond,
  stopState,
} from './strategyRules.ts';
