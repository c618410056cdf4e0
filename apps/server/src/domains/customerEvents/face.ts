// What other rooms may use of the customers' events.

export { type FeedEvent, feedOf, lastPlace, readFeed } from './readFeed.ts';
export { type CustomerEvent, eventHearers, tellCustomers } from './tellCustomers.ts';
