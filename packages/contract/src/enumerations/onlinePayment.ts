import { enumeration, type ValueOf } from './enumeration.ts';

/** A payment at a provider. Paid is final; `differs`: money came, but not what was asked for, so nothing was granted for it. */
export const PaymentState = enumeration('providerPaymentState', '支付状态', 'Payment', {
  created: { zh: '正在下单', en: 'Being requested' },
  open: { zh: '待支付', en: 'To be paid' },
  paid: { zh: '已支付', en: 'Paid' },
  differs: { zh: '金额不符', en: 'Amount differs' },
  closed: { zh: '已关闭', en: 'Closed' },
  refused: { zh: '渠道拒绝', en: 'Refused by the provider' },
});
export type PaymentState = ValueOf<typeof PaymentState>;

/** Money on its way back. `abnormal`: the provider does not return it, a person must; `byHand`: one has, and another confirms it. */
export const RefundState = enumeration('providerRefundState', '退款状态', 'Refund', {
  asked: { zh: '待退款', en: 'To be refunded' },
  going: { zh: '退款中', en: 'Being refunded' },
  done: { zh: '已退款', en: 'Refunded' },
  failed: { zh: '退款失败', en: 'Refund failed' },
  abnormal: { zh: '退款异常', en: 'Refund abnormal' },
  byHand: { zh: '线下退款待确认', en: 'Paid by hand, to be confirmed' },
});
export type RefundState = ValueOf<typeof RefundState>;

/** What became of a provider's notice. */
export const NoticeVerdict = enumeration('noticeVerdict', '通知处理', 'Notice', {
  taken: { zh: '已处理', en: 'Acted upon' },
  known: { zh: '无变化', en: 'Nothing new' },
  differs: { zh: '金额不符', en: 'Amount differs' },
  unknownNumber: { zh: '单号不存在', en: 'Unknown number' },
  other: { zh: '无需处理', en: 'Nothing to act upon' },
});
export type NoticeVerdict = ValueOf<typeof NoticeVerdict>;
