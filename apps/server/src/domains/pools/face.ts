// What other rooms may use of the pools.

export { inPool } from './actions/poolVerdicts.ts';
export {
  type AnyPool,
  letGo,
  poolCodesSeen,
  poolsOfCards,
  showPool,
  takeIn,
} from './membership/cardsInPools.ts';
export { covers, markAfter, partOfDay, type Stay } from './membership/markRules.ts';
