import { enumeration, type ValueOf } from './enumeration.ts';

export const DeductionSource = enumeration('deductionSource', '扣费来源', 'Deduction source', {
  package: { value: 0, zh: '套餐', en: 'Package' },
  balance: { value: 1, zh: '余额', en: 'Balance' },
  mix: { value: 2, zh: '混合', en: 'Mixed' },
});
export type DeductionSource = ValueOf<typeof DeductionSource>;

/** 3 does not exist. The two minimum types bill every started GB in full. */
export const DeductionType = enumeration('deductionType', '扣费方式', 'Deduction type', {
  CardPayByQuantity: { value: 1, zh: '单卡按量（每GB）', en: 'Per card per GB' },
  AccountPayByQuantity: { value: 2, zh: '账户按量（每GB）', en: 'Account per GB' },
  MinimumConsumptionByMonth: { value: 4, zh: '月低消', en: 'Monthly minimum', isMinimum: true },
  MinimumConsumptionByMonthBackToBack: {
    value: 5,
    zh: '背靠背月低消',
    en: 'Back-to-back monthly minimum',
    isMinimum: true,
  },
});
export type DeductionType = ValueOf<typeof DeductionType>;

export const PeriodType = enumeration('periodType', '周期类型', 'Period type', {
  month: { zh: '月', en: 'Month' },
  day: { zh: '日', en: 'Day' },
});
export type PeriodType = ValueOf<typeof PeriodType>;

export const BusinessMode = enumeration('businessMode', '业务模式', 'Business mode', {
  backToBack: { value: 1, zh: '背靠背', en: 'Back to back' },
  selfOperation: { value: 2, zh: '自营', en: 'Self-operated' },
  industry: { value: 3, zh: '行业', en: 'Industry' },
});
export type BusinessMode = ValueOf<typeof BusinessMode>;

export const SettlementMode = enumeration('settlementMode', '结算方式', 'Settlement mode', {
  prepaid: { zh: '预付费', en: 'Prepaid' },
  postpaid: { zh: '后付费', en: 'Postpaid' },
});
export type SettlementMode = ValueOf<typeof SettlementMode>;

// Billing, review, payment and invoicing of a bill are independent: four separate enumerations.

export const BillingState = enumeration('billingState', '出账状态', 'Billing', {
  unbilled: { zh: '未出账', en: 'Unbilled' },
  billing: { zh: '出账中', en: 'Billing' },
  billed: { zh: '已出账', en: 'Billed' },
});
export type BillingState = ValueOf<typeof BillingState>;

export const ReviewState = enumeration('reviewState', '审核状态', 'Review', {
  pending: { zh: '待审核', en: 'Pending' },
  underReview: { zh: '审核中', en: 'Under review' },
  passed: { zh: '已通过', en: 'Passed' },
  rejected: { zh: '已驳回', en: 'Rejected' },
});
export type ReviewState = ValueOf<typeof ReviewState>;

export const BillPaymentState = enumeration('billPaymentState', '付款状态', 'Payment', {
  unpaid: { zh: '未付款', en: 'Unpaid' },
  toBePaid: { zh: '待付款', en: 'To be paid' },
  paying: { zh: '付款中', en: 'Paying' },
  paid: { zh: '已付款', en: 'Paid' },
});
export type BillPaymentState = ValueOf<typeof BillPaymentState>;

export const InvoicingState = enumeration('invoicingState', '开票状态', 'Invoicing', {
  notInvoiced: { zh: '未开票', en: 'Not invoiced' },
  invoicing: { zh: '开票中', en: 'Invoicing' },
  invoiced: { zh: '已开票', en: 'Invoiced' },
});
export type InvoicingState = ValueOf<typeof InvoicingState>;
