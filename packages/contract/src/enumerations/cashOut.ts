import { enumeration, type ValueOf } from './enumeration.ts';
import { PaymentMethod } from './payment.ts';

/** How profit is paid out. It holds what exists. */
export const CashOutMethod = enumeration('cashOutMethod', '提现方式', 'Cash-out method', {
  wechat: PaymentMethod.members.wechat,
  bank: PaymentMethod.members.bank,
});
export type CashOutMethod = ValueOf<typeof CashOutMethod>;

/** What a cash-out that has not ended waits for. */
export const CashOutWait = enumeration('cashOutWait', '等待', 'Waits for', {
  review: { zh: '平台审核', en: 'Review' },
  secondReview: { zh: '第二人审核', en: 'A second reviewer' },
  queue: { zh: '排队转账', en: 'Its turn' },
  provider: { zh: '支付渠道处理', en: 'The provider' },
  receiver: { zh: '收款人确认', en: 'The receiver to confirm' },
  payer: { zh: '付款商户余额不足', en: 'Money of the payer merchant' },
  bank: { zh: '银行付款', en: 'Bank payment' },
  second: { zh: '第二人复核', en: 'A second person' },
});
export type CashOutWait = ValueOf<typeof CashOutWait>;

/** What a reviewer should look at. */
export const CashOutRisk = enumeration('cashOutRisk', '风险', 'Risk', {
  newReceiver: { zh: '新收款账户', en: 'New receiving account' },
  largeAmount: { zh: '达到审核金额', en: 'Reaches the review amount' },
  firstCashOut: { zh: '首次提现', en: 'First cash-out' },
  profitBelowZero: { zh: '分润为负', en: 'Profit below zero' },
  manyRefunds: { zh: '退订率高', en: 'Many refunds' },
});
export type CashOutRisk = ValueOf<typeof CashOutRisk>;
