// What other rooms may use of flowPools.

export { offeredOf } from './membership/offeredOf.ts';
