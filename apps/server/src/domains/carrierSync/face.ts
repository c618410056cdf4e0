// What other rooms may ask of carrierSync.

export { cardPool } from './pools/cardPool.ts';
export { markOpen } from './rotation/openCards.ts';
export { takeRealName } from './rotation/realNameReader.ts';
export { idsByIccid } from './rotation/statusReader.ts';
export { type Heard, type TurnCard, type TurnReader, turnReaders } from './rotation/turnReaders.ts';
export { READING_KINDS, type ReadingKind } from './rotation/turnRules.ts';
export { noteReadOutOfTurn, slotReadings } from './rotation/turnStore.ts';
export { keepSession } from './sessions/keepSessions.ts';
export { keptReading } from './sessions/keptReading.ts';
export { currentPlace, namedNetwork, usageByCountry } from './sessions/places.ts';
export { readRecords } from './sessions/readRecords.ts';
export { ownAccount } from './sync/accountCards.ts';
export { listedCards } from './sync/listedCards.ts';
export { readListAnew } from './sync/syncJobs.ts';
export { latestRun } from './sync/syncRuns.ts';
export { knownAgain, noteUnknown } from './sync/unknownCards.ts';
