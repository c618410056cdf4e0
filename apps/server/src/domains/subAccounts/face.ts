// What other rooms may use of subAccounts.

export { giveBackAtSource, payAtSource } from './splitting/atSource.ts';
export { isSplit, keepSplit, orderOfSplit } from './splitting/keepSplit.ts';
export type { Part } from './splitting/splitRules.ts';
