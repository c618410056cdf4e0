// What other rooms may use of group buys.

export { addChannelOrder, correctSettlement } from './channel/channelOrders.ts';
export { codeState } from './codes/lookUpCode.ts';
export { redeemCode } from './codes/redeemCode.ts';
export { asTyped, hashOf, maskOf } from './codeWords.ts';
export { packageOptions } from './offers/editOffers.ts';
export { openBatch, openIssue, openOffers, openTake, openVoid } from './openCodes.ts';
