// What other rooms may use of payments.

export { type ContractHeard, contractHeard } from './notices/contractHeard.ts';
export { type TransferHeard, transferHeard } from './notices/transferHeard.ts';
export { beginCharge, chargeAgain } from './payment/beginCharge.ts';
export { type Begun, beginPayment } from './payment/beginPayment.ts';
export { type PaymentSplits, paymentSplits } from './payment/paymentSplits.ts';
export { type PaidFor, paidFor, type Settled } from './payment/settling.ts';
export type { PaymentTable } from './paymentTables.ts';
export { merchantOf } from './reading/merchantOf.ts';
export { type PayableNow, payableNow } from './reading/payableNow.ts';
export { paymentsFor } from './reading/paymentsFor.ts';
export { askRefundNow } from './refunds/askRefundNow.ts';
export { refundPayment, refundsOf } from './refunds/refundPayment.ts';
export { type Collected, collectedPoint } from './routing/collected.ts';
export { accountLabels, isCollectedFrom, type Payable, payableInto } from './routing/collectors.ts';
export type { NamedMerchants } from './routing/namedMerchants.ts';
export { askNow, queryPayment } from './steps/askNow.ts';
