// What other rooms may use of profitSharing.

export { type Released, type SplitReleased, type SplitShown, splitReleased } from './entries/splitReleased.ts';
export { type Earned, earnedWith } from './reading/earnedWith.ts';
export { earnerOf, readsProfitOf } from './reading/whose.ts';
export { releasesOf } from './rules/ruleStore.ts';
