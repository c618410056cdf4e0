import { enumeration, type ValueOf } from './enumeration.ts';

export const CouponType = enumeration('couponType', '优惠券类型', 'Coupon type', {
  fullReduction: { value: 1, zh: '满减券', en: 'Spend-and-save' },
  discount: { value: 2, zh: '折扣券', en: 'Discount' },
});
export type CouponType = ValueOf<typeof CouponType>;

export const CouponValidityType = enumeration('couponValidityType', '有效期类型', 'Coupon validity', {
  fixedTime: { value: 1, zh: '固定时间', en: 'Fixed time' },
  daysAfterAcquisition: { value: 2, zh: '领取后若干天有效', en: 'Days after acquisition' },
});
export type CouponValidityType = ValueOf<typeof CouponValidityType>;

export const CouponState = enumeration('couponState', '优惠券状态', 'Coupon state', {
  pendingUse: { value: 0, zh: '待使用', en: 'Pending use' },
  used: { value: 1, zh: '已使用', en: 'Used' },
  expired: { value: 2, zh: '已过期', en: 'Expired' },
  canceled: { value: 3, zh: '已取消', en: 'Cancelled' },
  invalid: { value: 4, zh: '已失效', en: 'Invalid' },
  deleted: { value: 5, zh: '已删除', en: 'Deleted' },
  pendingReceipt: { value: 6, zh: '待领取', en: 'Pending receipt' },
});
export type CouponState = ValueOf<typeof CouponState>;

export const ActivityState = enumeration('activityState', '活动状态', 'Activity state', {
  draft: { zh: '草稿', en: 'Draft' },
  scheduled: { zh: '未开始', en: 'Scheduled' },
  ongoing: { zh: '进行中', en: 'Ongoing' },
  paused: { zh: '已暂停', en: 'Paused' },
  ended: { zh: '已结束', en: 'Ended' },
});
export type ActivityState = ValueOf<typeof ActivityState>;

/** What a reset of a card's eligibility is for. */
export const ResetKind = enumeration('resetKind', '重置类型', 'Reset kind', {
  giftActivity: { value: 1, zh: '赠送活动', en: 'Gift activity' },
  experiencePackage: { value: 2, zh: '体验套餐', en: 'Trial package' },
});
export type ResetKind = ValueOf<typeof ResetKind>;

/** Whether a banner or an advertisement is shown. */
export const ShelfState = enumeration('shelfState', '上架状态', 'Shelf state', {
  onShelf: { value: 1, zh: '上架', en: 'Published' },
  offShelf: { value: 2, zh: '下架', en: 'Unpublished' },
  draft: { value: 3, zh: '草稿', en: 'Draft' },
});
export type ShelfState = ValueOf<typeof ShelfState>;

export const BannerType = enumeration('bannerType', '轮播图类型', 'Banner type', {
  h5: { zh: 'H5 页面', en: 'H5 page' },
  internal: { zh: '小程序内页', en: 'Internal page' },
  adComponent: { zh: '广告组件', en: 'Ad component' },
});
export type BannerType = ValueOf<typeof BannerType>;
