// What other rooms may use of the customers' events.

export { readFeed } from './readFeed.ts';
export { type CustomerEvent, tellCustomers } from './tellCustomers.ts';
