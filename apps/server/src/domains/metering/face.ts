// What other rooms may use of metering.

export { type Allowance, consume, type Mark, type Slice, slicesOf, type UsedDay } from './rating/consumptionRules.ts';
export { beginningOf, type Moved } from './rating/recordUse.ts';
export { shareHearers, type UseMoved, useHearers } from './rating/useHearers.ts';
export { type DayShares, overageDays, overageSince, sharesOf, usesOf } from './rating/usesOf.ts';
