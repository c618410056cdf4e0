// What other rooms may use of cardLookups.

export { byHandOf } from './line/editByHand.ts';
export { lineOf } from './line/lineOffers.ts';
export { keptDiagnosis } from './lookups/keptDiagnosis.ts';
export { lastPlaceOf } from './positioning/positionList.ts';
export { realNameOffers } from './realName/realNameOffers.ts';
