// What other rooms may use of cardViews.

export { cardDetail } from './detail/cardDetail.ts';
export { mayKnow } from './detail/stopReasons.ts';
export { moverOf, setterOf } from './detail/whyRules.ts';
export { maySeeUsage } from './readonly/readonlyViews.ts';
export { type NumberHit, numberSearch } from './search/otherFinders.ts';
