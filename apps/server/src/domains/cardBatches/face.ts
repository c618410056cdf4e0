// What other rooms may use of cardBatches.

export { cardTerms } from './editing/cardTerms.ts';
export { isInAnotherDevice } from './information/imeiRules.ts';
export {
  type BatchAction,
  type BatchCard,
  batchAction,
  batchActions,
  type StartedBatch,
} from './selection/batchAction.ts';
export { type CardGroup, type FrozenMoney, heldFor, type MoneyLine, type MoneyPlan } from './selection/moneyPlan.ts';
export { type Channel, channelOf, NOT_CONNECTED, NOT_OFFERED, notOfferedBy } from './selection/offeredActions.ts';
export { previewSelection } from './selection/previewSelection.ts';
export { CANCELLED } from './selection/selectionVerdicts.ts';
export { startAction } from './selection/startAction.ts';
