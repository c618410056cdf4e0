// What other rooms may use of metering.

export { type UseMoved, useHearers } from './rating/useHearers.ts';
export { type DayShares, overageSince, sharesOf, usesOf } from './rating/usesOf.ts';
