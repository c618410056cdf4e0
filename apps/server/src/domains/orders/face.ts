// What other rooms may use of the orders.

export { type DeliveredElsewhere, deliveredElsewhere } from './ordering/elsewhere.ts';
export { type MarginKeeper, marginKeeper } from './ordering/margins.ts';
export { namedPackage } from './ordering/namedPackage.ts';
export { recordForbidden } from './ordering/orderActions.ts';
export { openOrderablePackages } from './ordering/orderablePackages.ts';
export type { OrderRow } from './ordering/orderMoney.ts';
export { claimReference, keepReference } from './ordering/orderReferences.ts';
export type { ChainLevel } from './ordering/orderRules.ts';
export {
  RENEWAL_RULE,
  type RenewalAttempt,
  type RenewalHit,
  type RenewalOrder,
  type RenewalRules,
  type Renewing,
  recordRenewals,
  renewalRules,
  renewing,
  saleRefused,
} from './ordering/renewals.ts';
export {
  type FilledPool,
  packagesForPool,
  refundPoolLine,
  type SoldForPool,
  sellForPool,
} from './ordering/sellForPool.ts';
export {
  type Attempt,
  attemptOf,
  chainKept,
  type Judged,
  judgePackages,
  keptChain,
  marginsOf,
  owedBySeller,
  type PackageOnCard,
  packagesOnCard,
  sellPaidElsewhere,
  sellPrepaid,
  sellToEndUser,
} from './ordering/sellToEndUser.ts';
export { settleElsewhere } from './ordering/settleElsewhere.ts';
export { ownCustomer } from './reading/ownSteps.ts';
export { orderOfTask, referencedOrder } from './reading/referencedOrder.ts';
export { type RecordMoment, recordHearers } from './records/tellOwners.ts';
export { type EndableLine, endableLines, endLines } from './refunds/endForBuyer.ts';
export { levelsGiven } from './refunds/levelsGiven.ts';
export { creditFrom, creditsLeft, debitTo, wasRecharged } from './wallets/creditCard.ts';
export { walletOf } from './wallets/walletAccounts.ts';
