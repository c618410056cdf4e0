// What the framework and other rooms use of the logs.
export { keepHeads } from './anchoredHeads.ts';
export { recordFault } from './errors.ts';
export { type ObjectCarrier, objectCarriers } from './objectCarriers.ts';
export { recordOperation } from './recordOperation.ts';
export { sealOperations } from './sealOperations.ts';
export { type TaskNumbers, taskLookup } from './taskNumbers.ts';
