import { enumeration, type ValueOf } from './enumeration.ts';

/** The carriers' numeric codes differ from one another and live in each adapter. */
export const PackageType = enumeration('packageType', '套餐类型', 'Package type', {
  month: { zh: '月套餐', en: 'Monthly' },
  flow: { zh: '流量套餐', en: 'Data' },
  combination: { zh: '组合套餐', en: 'Combination' },
  voiceRefueling: { zh: '语音加油包', en: 'Voice add-on' },
  flowRefueling: { zh: '流量加油包', en: 'Data add-on' },
});
export type PackageType = ValueOf<typeof PackageType>;

export const PackageLabel = enumeration('packageLabel', '套餐标记', 'Package label', {
  none: { zh: '无', en: 'None' },
  default: { zh: '默认套餐', en: 'Default' },
  year: { zh: '年套餐', en: 'Year' },
});
export type PackageLabel = ValueOf<typeof PackageLabel>;

/** Which kind of main package a package may be added to. */
export const PackageScope = enumeration('packageScope', '适用范围', 'Package scope', {
  month: { value: 0, zh: '月套餐', en: 'Month' },
  flow: { value: 1, zh: '流量套餐', en: 'Data' },
  all: { value: 2, zh: '全部', en: 'All' },
});
export type PackageScope = ValueOf<typeof PackageScope>;

export const PackageMode = enumeration('packageMode', '套餐模式', 'Package mode', {
  exclusive: { value: 1, zh: '独享', en: 'Exclusive' },
  shared: { value: 2, zh: '共享', en: 'Shared' },
});
export type PackageMode = ValueOf<typeof PackageMode>;

export const ValidityUnit = enumeration('validityUnit', '有效期单位', 'Validity unit', {
  month: { value: 1, zh: '月', en: 'Month' },
  day: { value: 2, zh: '天', en: 'Day' },
});
export type ValidityUnit = ValueOf<typeof ValidityUnit>;

export const EffectiveType = enumeration('effectiveType', '生效方式', 'Effective time', {
  now: { value: 0, zh: '立即生效', en: 'Now' },
  nextMonth: { value: 1, zh: '次月生效', en: 'Next month' },
  postpone: { value: 2, zh: '顺延生效', en: 'Postpone' },
});
export type EffectiveType = ValueOf<typeof EffectiveType>;

/** Where the package comes from. */
export const PackageOrigin = enumeration('packageOrigin', '套餐来源', 'Origin', {
  system: { zh: '系统套餐', en: 'System' },
  /** Its allowance is unknown to the carrier: it is counted and enforced here. */
  virtual: { zh: '虚拟套餐', en: 'Virtual' },
  custom: { zh: '自定义套餐', en: 'Custom' },
  external: { zh: '外部套餐', en: 'External' },
});
export type PackageOrigin = ValueOf<typeof PackageOrigin>;

export const PackageShelf = enumeration('packageShelf', '上架状态', 'Shelf state', {
  on: { value: 1, zh: '上架', en: 'Published' },
  off: { value: 0, zh: '下架', en: 'Unpublished' },
});
export type PackageShelf = ValueOf<typeof PackageShelf>;

/** Our numbers. Where a period begins and ends: see `periodOf` of the primitives. */
export const PeriodBoundary = enumeration('periodBoundary', '周期边界', 'Period boundary', {
  naturalMonth: { value: 1, zh: '自然月', en: 'Calendar month' },
  carrierCycle: { value: 2, zh: '运营商账期', en: 'Carrier cycle' },
  fromStart: { value: 3, zh: '从生效时刻起', en: 'From the start' },
});
export type PeriodBoundary = ValueOf<typeof PeriodBoundary>;

/** Our numbers. */
export const AllowanceReset = enumeration('allowanceReset', '用量重置', 'Allowance reset', {
  eachCycle: { value: 1, zh: '每周期重置', en: 'Each cycle' },
  once: { value: 2, zh: '整个有效期一次', en: 'Once for all' },
});
export type AllowanceReset = ValueOf<typeof AllowanceReset>;

/** What is paid back of a package that has begun; one that has not is paid back whole, except by `none`. */
export const RefundRule = enumeration('refundRule', '退订规则', 'Refund rule', {
  wholeUnstarted: { zh: '未生效可全额退', en: 'Whole, before it starts' },
  proRataDays: { zh: '按剩余天数退', en: 'By days left' },
  proRataVolume: { zh: '按剩余用量退', en: 'By volume left' },
  none: { zh: '不可退订', en: 'None' },
});
export type RefundRule = ValueOf<typeof RefundRule>;

export const FlowDirection = enumeration('flowDirection', '流量方向', 'Data direction', {
  general: { zh: '通用流量', en: 'General' },
  targeted: { zh: '定向流量', en: 'Directed' },
});
export type FlowDirection = ValueOf<typeof FlowDirection>;

/** The size units of a data specification. */
export const FlowUnit = enumeration('flowUnit', '单位', 'Unit', {
  KB: { zh: 'KB', en: 'KB' },
  MB: { zh: 'MB', en: 'MB' },
  GB: { zh: 'GB', en: 'GB' },
  TB: { zh: 'TB', en: 'TB' },
  unlimited: { zh: '不限量', en: 'Unlimited' },
});
export type FlowUnit = ValueOf<typeof FlowUnit>;

export const VoiceDirection = enumeration('voiceDirection', '通话方向', 'Call direction', {
  any: { zh: '不限', en: 'Any' },
  fixed: { zh: '固定号码', en: 'Fixed numbers' },
  callerOnly: { zh: '仅主叫', en: 'Outgoing only' },
});
export type VoiceDirection = ValueOf<typeof VoiceDirection>;

/** Our numbers: the seconds in which a call is counted, each begun one whole. */
export const VoiceStep = enumeration('voiceStep', '计费步长', 'Billing step', {
  second: { value: 1, zh: '1 秒', en: '1 s' },
  sixSeconds: { value: 6, zh: '6 秒', en: '6 s' },
  minute: { value: 60, zh: '60 秒', en: '60 s' },
});
export type VoiceStep = ValueOf<typeof VoiceStep>;

export const FollowMain = enumeration('followMain', '跟随主套餐', 'Follow main package', {
  separate: { value: 1, zh: '独立', en: 'Separate' },
  follow: { value: 2, zh: '跟随', en: 'Follow' },
});
export type FollowMain = ValueOf<typeof FollowMain>;

export const SalesChannel = enumeration('salesChannel', '销售渠道', 'Sales channel', {
  platform: { zh: '平台', en: 'Platform' },
  publicAccount: { zh: '公众号', en: 'Public account' },
  api: { zh: 'API', en: 'API' },
  miniProgram: { zh: '小程序', en: 'Mini-program' },
});
export type SalesChannel = ValueOf<typeof SalesChannel>;

/** The state of a package bought for a card. */
export const PackageUsageState = enumeration('packageUsageState', '套餐使用状态', 'Package usage', {
  unused: { value: 0, zh: '未使用', en: 'Unused' },
  using: { value: 1, zh: '使用中', en: 'In use' },
  used: { value: 2, zh: '已使用', en: 'Used' },
  unsubscribed: { value: 3, zh: '已退订', en: 'Unsubscribed' },
  expired: { value: 4, zh: '已过期', en: 'Expired' },
  deleted: { value: 5, zh: '已删除', en: 'Deleted' },
});
export type PackageUsageState = ValueOf<typeof PackageUsageState>;

/** States shown while the order behind a record is in progress; never stored on the record. */
export const PackageUsageWord = enumeration('packageUsageWord', '套餐状态', 'Package state', {
  pending: { zh: '待处理', en: 'Pending' },
  ordering: { zh: '订购中', en: 'Ordering' },
  refunded: { zh: '已退款', en: 'Refunded' },
  invalidated: { zh: '已失效', en: 'Invalidated' },
});
export type PackageUsageWord = ValueOf<typeof PackageUsageWord>;

/** The mini-program's own set, for packages and cloud storage on devices. */
export const MiniProgramUsageState = enumeration(
  'miniProgramUsageState',
  '小程序套餐状态',
  'Mini-program package state',
  {
    PENDING: { zh: '待生效', en: 'Pending' },
    USING: { zh: '使用中', en: 'In use' },
    USED: { zh: '已使用', en: 'Used' },
    REFUNDED: { zh: '已退款', en: 'Refunded' },
    INVALIDATED: { zh: '已失效', en: 'Invalidated' },
  },
);
export type MiniProgramUsageState = ValueOf<typeof MiniProgramUsageState>;

export const ControlAction = enumeration('controlAction', '管控动作', 'Control action', {
  STOP: { value: 1, zh: '停机', en: 'Stop' },
  LIMIT: { value: 2, zh: '限速', en: 'Limit' },
  OFFLINE: { value: 3, zh: '断网', en: 'Offline' },
  NO_CONTROL: { value: 4, zh: '不管控', en: 'No control' },
});
export type ControlAction = ValueOf<typeof ControlAction>;

export const SpeedLimitType = enumeration('speedLimitType', '限速类型', 'Speed-limit type', {
  segmented: { value: 1, zh: '分段限速', en: 'Segmented' },
  reach: { value: 2, zh: '达量限速', en: 'On reaching a volume' },
  segmentedByMonth: { value: 3, zh: '按月分段限速', en: 'Segmented by month' },
});
export type SpeedLimitType = ValueOf<typeof SpeedLimitType>;

/** The switches of which one keeps a package from being ordered. */
export const OrderingSwitch = enumeration('orderingSwitch', '不能订购的原因', 'Cannot be ordered', {
  review: { zh: '套餐未通过审核', en: 'The package has not passed review' },
  shelf: { zh: '套餐已下架', en: 'The package is off the shelf' },
  product: { zh: '套餐未绑定该产品', en: 'The package is not bound to the product of the card' },
  productStopped: { zh: '产品已停止下发或通道停用', en: 'The product is recalled or its carrier account disabled' },
  ownDistribution: { zh: '套餐已停止分配（本级）', en: 'The package is not given to this customer' },
  distribution: { zh: '套餐已停止分配（上级）', en: 'The package is no longer given to a customer above' },
  price: { zh: '上级待调价', en: 'A price set above is pending repricing' },
  base: { zh: '基础套餐不可订购', en: 'The package it is made of cannot be ordered' },
  delivery: { zh: '由外部套餐组合，来源无法交付', en: 'Made of an external package; its source cannot deliver it' },
  channel: { zh: '该渠道未上架', en: 'The package is not on sale in this channel' },
});
export type OrderingSwitch = ValueOf<typeof OrderingSwitch>;
