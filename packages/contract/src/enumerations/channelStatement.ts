import { enumeration, type ValueOf } from './enumeration.ts';

/** How an order stands according to a sales platform, and according to us. */
export const ChannelOrderState = enumeration('channelOrderState', '渠道状态', 'Shop state', {
  paid: { zh: '已支付', en: 'Paid' },
  refunded: { zh: '已退款', en: 'Refunded' },
  closed: { zh: '已关闭', en: 'Closed' },
});
export type ChannelOrderState = ValueOf<typeof ChannelOrderState>;

/** Where a sales platform's statement and our orders do not agree. */
export const ChannelDifferenceKind = enumeration('channelDifferenceKind', '差异', 'Difference', {
  missingHere: { zh: '平台缺少', en: 'Missing here' },
  missingThere: { zh: '渠道缺少', en: 'Missing there' },
  amount: { zh: '金额不一致', en: 'Amount differs' },
  state: { zh: '状态不一致', en: 'State differs' },
  /** Its card is none of the customer's. */
  iccidUnknown: { zh: '未找到ICCID', en: 'ICCID not found' },
});
export type ChannelDifferenceKind = ValueOf<typeof ChannelDifferenceKind>;

/** How a difference ended. */
export const ChannelDecision = enumeration('channelDecision', '处理结果', 'Decision', {
  created: { zh: '已补建订单', en: 'Order created' },
  unsubscribed: { zh: '已退订退款', en: 'Unsubscribed and refunded' },
  /** It was in use: its price went back, and the package stays. */
  lost: { zh: '已记损失', en: 'Booked as a loss' },
  accepted: { zh: '已按渠道金额结算', en: 'Their amount accepted' },
  explained: { zh: '已说明', en: 'Explained' },
  /** Nobody decided: a later statement or the end of an order explains it. */
  solved: { zh: '已自行对平', en: 'Solved by itself' },
});
export type ChannelDecision = ValueOf<typeof ChannelDecision>;
