// What other rooms may use of carrierSync.

export { knownAgain, noteUnknown } from './differences/unknownCards.ts';
export { ownAccount } from './ownAccount.ts';
export { cardPool } from './pools/cardPool.ts';
export { markOpen } from './rotation/openCards.ts';
export { type Heard, type PollReader, pollReaders } from './rotation/pollReaders.ts';
export { readNow } from './rotation/readNow.ts';
export { takeRealName } from './rotation/realNameReader.ts';
export { idsByIccid } from './rotation/statusReader.ts';
export { keepSession } from './sessions/keepSessions.ts';
export { keptReading } from './sessions/keptReading.ts';
export { currentPlace, namedNetwork, usageByCountry } from './sessions/places.ts';
export { readRecords } from './sessions/readRecords.ts';
export { READING_KINDS, type ReadingKind } from './slots/pollSlotRules.ts';
export { type DueCard, recordUnscheduledRead, slotReadings } from './slots/pollSlotStore.ts';
export { listedCards } from './sync/listedCards.ts';
export { restartListing } from './sync/syncJobs.ts';
export { latestRun } from './sync/syncRuns.ts';
