import { enumeration, type ValueOf } from './enumeration.ts';

export const ProductState = enumeration('productState', '状态', 'State', {
  draft: { zh: '草稿', en: 'Draft' },
  on: { zh: '已上架', en: 'Published' },
  off: { zh: '已下架', en: 'Unpublished' },
});
export type ProductState = ValueOf<typeof ProductState>;

/** Which device a card of the product is bound to, in order of strictness. */
export const ImeiLock = enumeration('imeiLock', '机卡绑定', 'IMEI lock', {
  none: { zh: '不锁定', en: 'None' },
  firstSeen: { zh: '锁定首次出现的设备', en: 'First device seen' },
  imported: { zh: '锁定导入的设备', en: 'Imported devices' },
});
export type ImeiLock = ValueOf<typeof ImeiLock>;

/** Why a product cannot be sold. */
export const ProductGap = enumeration('productGap', '待完善', 'Missing', {
  communicationPlan: { zh: '缺 通信计划', en: 'No communication plan' },
  planGone: { zh: '运营商已无该通信计划', en: 'Plan no longer at the carrier' },
  account: { zh: '通道停用', en: 'Carrier account disabled' },
  base: { zh: '超出上级产品', en: 'Exceeds parent product' },
  baseGone: { zh: '上级产品不可用', en: 'Parent product not available' },
});
export type ProductGap = ValueOf<typeof ProductGap>;

/** The state of a distributed product. `toReprice`: its price is below its parent's cost. */
export const DistributionState = enumeration('distributionState', '下发状态', 'Distribution', {
  on: { zh: '下发中', en: 'In force' },
  toReprice: { zh: '待调价', en: 'Pending repricing' },
  recalled: { zh: '已收回', en: 'Recalled' },
});
export type DistributionState = ValueOf<typeof DistributionState>;
