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
  done: { zh: '已开通', en: 'Set up' },
  refunding: { zh: '退款中', en: 'Being refunded' },
  refunded: { zh: '已退款', en: 'Refunded' },
});
export type RetailProgress = ValueOf<typeof RetailProgress>;
