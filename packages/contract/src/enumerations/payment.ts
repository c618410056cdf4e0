import { enumeration, type ValueOf } from './enumeration.ts';

// Four enumerations that are easily confused: how a buyer may pay, with what, through which overseas provider, through which
// other channel.

export const PayMode = enumeration('payMode', '支付模式', 'Pay mode', {
  wechat: { value: 0, zh: '微信支付', en: 'WeChat' },
  balance: { value: 1, zh: '余额支付', en: 'Balance' },
  userSelect: { value: 2, zh: '用户选择', en: 'User selects' },
  composition: { value: 3, zh: '组合支付', en: 'Combined' },
});
export type PayMode = ValueOf<typeof PayMode>;

export const PaymentMethod = enumeration('paymentMethod', '支付方式', 'Payment method', {
  wechat: { value: 1, zh: '微信', en: 'WeChat' },
  aliPay: { value: 2, zh: '支付宝', en: 'Alipay' },
  bank: { value: 3, zh: '银行转账', en: 'Bank' },
  profitDeduction: { value: 4, zh: '分润抵扣', en: 'Profit deduction' },
});
export type PaymentMethod = ValueOf<typeof PaymentMethod>;

export const OverseasProvider = enumeration('overseasProvider', '海外支付渠道', 'Overseas payment provider', {
  stripe: { value: 1, zh: 'Stripe', en: 'Stripe' },
  paypal: { value: 2, zh: 'PayPal', en: 'PayPal' },
  payssion: { value: 3, zh: 'Payssion', en: 'Payssion' },
});
export type OverseasProvider = ValueOf<typeof OverseasProvider>;

/** The numbers are the specification's, the channels behind them our assignment. */
export const OtherPaymentChannel = enumeration('otherPaymentChannel', '其他支付渠道', 'Other payment channel', {
  lianlian: { value: 1, zh: '连连支付', en: 'Lianlian' },
  stripe: { value: 2, zh: 'Stripe', en: 'Stripe' },
  paypal: { value: 3, zh: 'PayPal', en: 'PayPal' },
  payssion: { value: 4, zh: 'Payssion', en: 'Payssion' },
  bankTransfer: { value: 5, zh: '银行转账', en: 'Bank transfer' },
});
export type OtherPaymentChannel = ValueOf<typeof OtherPaymentChannel>;

/** What was deducted from a balance. 2, 3, 5 and 6 do not occur; the numbers are our assignment. */
export const ConsumeType = enumeration('consumeType', '消费类型', 'Consume type', {
  platformPackage: { value: 1, zh: '平台套餐', en: 'Platform package' },
  publicAccountPackage: { value: 4, zh: '公众号套餐', en: 'Public-account package' },
  realTimeDeduction: { value: 7, zh: '实时扣费', en: 'Real-time deduction' },
  smsPackage: { value: 8, zh: '短信套餐', en: 'SMS package' },
  shutdownKeepFee: { value: 9, zh: '停机保号费', en: 'Number retention fee' },
  engine: { value: 10, zh: '引擎', en: 'Engine' },
  poolPackage: { value: 11, zh: '卡池套餐', en: 'Pool package' },
  profitDeduction: { value: 12, zh: '分润抵扣', en: 'Profit deduction' },
  miniProgram: { value: 13, zh: '小程序', en: 'Mini-program' },
  cloudStorage: { value: 14, zh: '云存储', en: 'Cloud storage' },
  monthlyDeduction: { value: 15, zh: '月度扣费', en: 'Monthly deduction' },
  backToBackMinimum: { value: 16, zh: '背靠背月低消', en: 'Back-to-back monthly minimum' },
  partnerTrade: { value: 17, zh: '同级交易', en: 'Partner trade' },
  billPayment: { value: 18, zh: '账单支付', en: 'Bill payment' },
});
export type ConsumeType = ValueOf<typeof ConsumeType>;

export const CashOutState = enumeration('cashOutState', '提现状态', 'Cash-out state', {
  toWithdraw: { value: 0, zh: '待提现', en: 'Awaiting cash-out' },
  underReview: { value: 1, zh: '审核中', en: 'Under review' },
  done: { value: 2, zh: '已完成', en: 'Done' },
  failed: { value: 3, zh: '失败', en: 'Failed' },
  transferring: { value: 4, zh: '转账中', en: 'Transferring' },
});
export type CashOutState = ValueOf<typeof CashOutState>;

export const CashOutKind = enumeration('cashOutKind', '提现类型', 'Cash-out kind', {
  manual: { value: 1, zh: '手动提现', en: 'Manual cash-out' },
  systemDailyEnd: { value: 2, zh: '系统日终', en: 'System daily end' },
});
export type CashOutKind = ValueOf<typeof CashOutKind>;
