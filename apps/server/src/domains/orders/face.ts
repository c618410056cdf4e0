// What other rooms may use of the orders.

export { namedPackage } from './ordering/namedPackage.ts';
export { openOrderablePackages } from './ordering/orderablePackages.ts';
export { claimReference, keepReference } from './ordering/orderReferences.ts';
export { orderOfTask, referencedOrder } from './reading/referencedOrder.ts';
