// What other rooms may use of cardViews.

export { cardDetail } from './detail/cardDetail.ts';
export { maySeeUsage } from './readonly/readonlyViews.ts';
export { type NumberHit, numberSearch } from './search/otherFinders.ts';
