// What other rooms may use of the orders.

export { type MarginKeeper, marginKeeper } from './ordering/margins.ts';
export { namedPackage } from './ordering/namedPackage.ts';
export { openOrderablePackages } from './ordering/orderablePackages.ts';
export type { OrderRow } from './ordering/orderMoney.ts';
export { claimReference, keepReference } from './ordering/orderReferences.ts';
export type { ChainLevel } from './ordering/orderRules.ts';
export {
  chainKept,
  type Judged,
  judgePackages,
  keptChain,
  owedBySeller,
  type PackageOnCard,
  packagesOnCard,
  sellToEndUser,
  whyNotDelivered,
} from './ordering/sellToEndUser.ts';
export { orderOfTask, referencedOrder } from './reading/referencedOrder.ts';
