// What other rooms may use of cardBatches.

export { cardTerms } from './editing/cardTerms.ts';
export { type BatchItem, editCards, lockCardsOfBatch, type WrittenCard } from './editing/editCards.ts';
export { checkProduct } from './editing/editingBatchActions.ts';
export { productMismatch } from './editing/productVerdicts.ts';
export { isInAnotherDevice } from './information/imeiRules.ts';
export { previewUndo } from './repeating/previewUndo.ts';
export {
  type BatchAction,
  type BatchCard,
  batchAction,
  batchActions,
  type Origin,
  type StartedBatch,
} from './selection/batchAction.ts';
export { type CardGroup, type FrozenMoney, heldFor, type MoneyLine, type MoneyPlan } from './selection/moneyPlan.ts';
export { type Channel, channelOf, NOT_CONNECTED, NOT_OFFERED, notOfferedBy } from './selection/offeredActions.ts';
export { previewSelection } from './selection/previewSelection.ts';
export { CANCELLED, type FactGroup, type Verdict } from './selection/selectionVerdicts.ts';
export { startAction } from './selection/startAction.ts';
