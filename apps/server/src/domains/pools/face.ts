// What other rooms may use of the pools.

export { inPool } from './actions/poolVerdicts.ts';
export { gives, type Level, levelOf } from './cycles/levelRules.ts';
export { AT_ONCE, ruleCards, type Settling, settleChunk } from './limits/settleChunk.ts';
export {
  type AnyPool,
  letGo,
  poolCodesSeen,
  poolsOfCards,
  showPool,
  takeIn,
} from './membership/cardsInPools.ts';
export { cardsOfPool, type LevelMoved, levelHearers, levelsOf, tellLevels } from './membership/levels.ts';
export { covers, markAfter, partOfDay, type Stay } from './membership/markRules.ts';
export { type OpenPool, openPools } from './membership/openPools.ts';
export {
  daysByPool,
  lastReadOf,
  type Monitored,
  monitoredPools,
  type UsedToday,
  usedToday,
} from './reading/monitored.ts';
