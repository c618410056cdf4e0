// What other rooms may use of metering.

export { type UseMoved, useHearers } from './rating/useHearers.ts';
export { overageSince, usesOf } from './rating/usesOf.ts';
