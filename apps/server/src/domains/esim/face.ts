// Chips and code numbers for the rooms that ask something of them.

export { findChip, isClosedChip, lockChip, lockChips, pathOf, setChip, setChips } from './chips/chipStore.ts';
export { chipsUsed } from './chips/chipsUsed.ts';
export { chipTagColumn, tagsOfChips, writeTags } from './chips/chipTags.ts';
export { type Moved, moveNumber, openWide, run, setRunning, tellOverdue } from './chips/moveNumber.ts';
export { directChild, ownCustomer } from './directChild.ts';
export type { AuditedProfile, ChipRow, CodeNumberRow } from './esimTables.ts';
export { namesFound } from './filtered.ts';
export { matchingValue } from './matching.ts';
export { keepMatching } from './numbers/keepMatching.ts';
export { numbersOf } from './numbers/numberList.ts';
export { type NumberFact, placeOf } from './numbers/numberRules.ts';
export { FREE, lockNumber, lockNumbersOf, numbersByChip } from './numbers/numberStore.ts';
export { numbersNamed } from './numbers/numbersAsked.ts';
export { whyNotStocked } from './numbers/stockRules.ts';
export { beyond } from './onItsWay.ts';
export { type Left, leftOut } from './plan.ts';
export { numberPlace, openNumberSecret } from './sealing.ts';
