import { enumeration, type ValueOf } from './enumeration.ts';

/** What a listing is marked with. */
export const ListingBadge = enumeration('listingBadge', '角标', 'Badge', {
  none: { zh: '无', en: 'None' },
  recommended: { zh: '推荐', en: 'Recommended' },
  hot: { zh: '热卖', en: 'Popular' },
});
export type ListingBadge = ValueOf<typeof ListingBadge>;

/** How far an end user's order is, in one word. */
export const RetailProgress = enumeration('retailProgress', '进度', 'Progress', {
  paying: { zh: '待支付', en: 'To be paid' },
  closed: { zh: '已关闭', en: 'Closed' },
  ordering: { zh: '开通中', en: 'Being set up' },
  stuck: { zh: '处理中', en: 'Looked into' },
  done: { zh: '已开通', en: 'Set up' },
  refunding: { zh: '退款中', en: 'Being refunded' },
  partly: { zh: '部分退款', en: 'Partly refunded' },
  refunded: { zh: '已退款', en: 'Refunded' },
});
export type RetailProgress = ValueOf<typeof RetailProgress>;

/** Why an order waits at the desk. */
export const CaseReason = enumeration('caseReason', '原因', 'Reason', {
  balanceShort: { zh: '商户余额不足', en: 'Seller balance short' },
  cardState: { zh: '卡状态不符', en: 'Card state' },
  realName: { zh: '未实名', en: 'Real name missing' },
  packageOff: { zh: '套餐不可订购', en: 'Package off' },
  cardGone: { zh: '卡已移出', en: 'Card gone' },
  asked: { zh: '用户申请退款', en: 'Refund requested' },
  other: { zh: '其他', en: 'Other' },
});
export type CaseReason = ValueOf<typeof CaseReason>;

/** Why money went back to an end user. */
export const RefundSource = enumeration('refundSource', '来源', 'Source', {
  clerk: { zh: '客服退款', en: 'Clerk' },
  requested: { zh: '用户申请', en: 'Requested' },
  failed: { zh: '开通失败', en: 'Not set up' },
  unsubscribed: { zh: '退订', en: 'Unsubscribed' },
  duplicate: { zh: '重复支付', en: 'Paid twice' },
  differs: { zh: '金额不符', en: 'Amount differs' },
});
export type RefundSource = ValueOf<typeof RefundSource>;

export const RefundRequestState = enumeration('refundRequestState', '申请状态', 'Request', {
  asked: { zh: '待处理', en: 'Waiting' },
  approved: { zh: '已同意', en: 'Approved' },
  rejected: { zh: '未同意', en: 'Declined' },
});
export type RefundRequestState = ValueOf<typeof RefundRequestState>;

/** What happened to a paid order. */
export const RetailEvent = enumeration('retailEvent', '经过', 'History', {
  opened: { zh: '未能开通', en: 'Not set up' },
  retried: { zh: '重新开通', en: 'Tried again' },
  stillFailed: { zh: '仍未开通', en: 'Still not set up' },
  replaced: { zh: '换套餐', en: 'Replaced' },
  setUp: { zh: '已开通', en: 'Set up' },
  assigned: { zh: '分派', en: 'Assigned' },
  asked: { zh: '用户申请退款', en: 'Refund requested' },
  rejected: { zh: '拒绝退款申请', en: 'Request declined' },
  refunded: { zh: '退款', en: 'Refund' },
});
export type RetailEvent = ValueOf<typeof RetailEvent>;
