// What other rooms may use of profitSharing.

export { earnerOf } from './reading/whose.ts';
