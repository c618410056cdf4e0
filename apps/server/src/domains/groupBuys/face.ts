// What other rooms may use of group buys.

export { codeState } from './codes/lookUpCode.ts';
export { redeemCode } from './codes/redeemCode.ts';
export { openBatch, openIssue, openOffers, openTake, openVoid } from './openCodes.ts';
