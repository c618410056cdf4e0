// What other rooms may use of splitOrders.

export { splitsShown } from './reading/splitList.ts';
export { keepSharing, orderOfSharing } from './sharing/sharedPayments.ts';
