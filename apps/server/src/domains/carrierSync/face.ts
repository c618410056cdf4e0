// What other rooms may use of carrierSync.

export { knownAgain, noteUnknown } from './differences/unknownCards.ts';
export { ownAccount } from './ownAccount.ts';
export { cardPool } from './pools/cardPool.ts';
export { markOpen } from './rotation/openCards.ts';
export { takeRealName } from './rotation/realNameReader.ts';
export { idsByIccid } from './rotation/statusReader.ts';
export { type Heard, type TurnReader, turnReaders } from './rotation/turnReaders.ts';
export { keepSession } from './sessions/keepSessions.ts';
export { keptReading } from './sessions/keptReading.ts';
export { currentPlace, namedNetwork, usageByCountry } from './sessions/places.ts';
export { readRecords } from './sessions/readRecords.ts';
export { READING_KINDS, type ReadingKind } from './slots/turnRules.ts';
export { noteReadOutOfTurn, slotReadings, type TurnCard } from './slots/turnStore.ts';
export { listedCards } from './sync/listedCards.ts';
export { readListAnew } from './sync/syncJobs.ts';
export { latestRun } from './sync/syncRuns.ts';
